/*
 * Who is given what, written out by hand from the table of roles. A tool of ours that comes, or a role that changes, has to
 * change this sheet as well; nothing here is computed. Each cell says what becomes of a call, before and after outside text
 * was read, or the filter that keeps the tool from being described to the model at all:
 *   run       runs                              run/deny   runs; denied once outside text was read, for a host nobody listed
 *   run/ask   runs; asks once outside text was  -          not registered for this role
 *             read (of a read: for a host       c          registered, and outside its ceiling
 *             nobody typed or listed)           draft      runs by the person's word at setup
 *   ask       asks                          word       the same, for the coworkers that it names
 */
export type SheetCell = 'run' | 'run/ask' | 'run/deny' | 'ask' | 'draft' | 'word' | '-' | 'c'

/** In this order. Roles that something stored makes stand here with the widest ceiling there is for them. */
export const SHEET_ROLES = ['person-chat', 'inbound-turn', 'webhook-summary', 'scheduled-job', 'coworker', 'specialist', 'goal-agent', 'goal-reviewer'] as const

/** `connector tool class` of every tool of ours. */
export const BUILT_IN_SHEET: Readonly<Record<string, readonly SheetCell[]>> = {
  'recall search_memories read':      ['run',     'c', '-', 'run',     'run',      'c', 'c',        'c'],
  'recall list_memories read':        ['run',     'c', '-', 'run',     'run',      'c', 'c',        'c'],
  'recall add_memory write':          ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'recall update_memory write':       ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'recall forget_memory destructive': ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'tasks list_tasks read':            ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'tasks get_task read':              ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'tasks create_task write':          ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'tasks update_task write':          ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'tasks complete_task write':        ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'tasks delete_task destructive':    ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'files list read':                  ['run',     'c', '-', 'run',     'run',      'c', 'run',      'c'],
  'files read read':                  ['run',     'c', '-', 'run',     'run',      'c', 'run',      'c'],
  'files find read':                  ['run',     'c', '-', 'run',     'run',      'c', 'run',      'c'],
  'files grep read':                  ['run',     'c', '-', 'run',     'run',      'c', 'run',      'c'],
  'files write write':                ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'files edit write':                 ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'files make_folder write':          ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'files move destructive':           ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'files delete destructive':         ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'notes list_notes read':            ['run',     'c', '-', 'run',     'run',      'c', 'run',      'c'],
  'notes read_note read':             ['run',     'c', '-', 'run',     'run',      'c', 'run',      'c'],
  'notes write_note write':           ['run/ask', '-', '-', 'ask',     '-',        '-', 'draft',    '-'],
  'notes append_note write':          ['run/ask', '-', '-', 'ask',     '-',        '-', 'draft',    '-'],
  'notes delete_note destructive':    ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'web fetch_page read egress':       ['run/ask', 'c', '-', 'run/ask', 'run/deny', 'c', 'run/deny', 'c'],
  'transcripts search_chats read':    ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'transcripts read_chat read':       ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'skills list_skills read':          ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'skills read_skill read':           ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'goals list_goals read':            ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'goals read_goal read':             ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'goals add_progress_note write':    ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'jobs list_jobs read':              ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'jobs read_job_history read':       ['run',     'c', '-', 'run',     'c',        'c', 'c',        'c'],
  'jobs create_job write':            ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'jobs pause_job write':             ['run/ask', '-', '-', 'ask',     '-',        '-', '-',        '-'],
  'jobs delete_job destructive':      ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'shell run_command destructive':    ['ask',     '-', '-', '-',       '-',        '-', '-',        '-'],
  'team list_coworkers read':         ['run',     'c', '-', 'run',     'run',      'c', 'c',        'c'],
  'team delegate write':              ['run/ask', '-', '-', 'ask',     'word',     '-', '-',        '-'],
}

/** Tools of a server that is called `mail`, whose reads are an inbound turn's, with `draft` as its draft tool; a specialist's grant holds three of them. */
export const SERVER_SHEET: Readonly<Record<string, readonly SheetCell[]>> = {
  'mail list read':             ['run',     'run',      '-', 'run',     'c', 'run',      'c', 'c'],
  'mail search read egress':    ['run/ask', 'run/deny', '-', 'run/ask', 'c', 'run/deny', 'c', 'c'],
  'mail offered read opt-in':   ['c',       'c',        '-', 'c',       'c', 'run',      'c', 'c'],
  'mail draft write':           ['run/ask', 'draft',    '-', 'ask',     '-', '-',        '-', '-'],
  'mail send write':            ['run/ask', '-',        '-', 'ask',     '-', '-',        '-', '-'],
  'mail careful_send write':    ['ask',     '-',        '-', 'ask',     '-', '-',        '-', '-'],
  'mail wary_list read':        ['ask',     '-',        '-', 'ask',     '-', '-',        '-', '-'],
  'mail delete destructive':    ['ask',     '-',        '-', '-',       '-', '-',        '-', '-'],
  'mail unclassed destructive': ['ask',     '-',        '-', '-',       '-', '-',        '-', '-'],
}
