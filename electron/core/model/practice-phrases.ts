import type { Action, Field } from './practice-action.ts'
import { readCallList } from './practice-call-list.ts'
import { MAX_WORDS, showMarkdown, writeProse } from './practice-prose.ts'

/** One thing the practice model understands. */
export interface Phrase {
  readonly group: 'Memory' | 'Tasks' | 'Notes' | 'Files' | 'Web' | 'Any tool' | 'Without tools' | 'For trying limits'
  /** Shown to click. */
  readonly example: string
  /** Matched against the whole message, or against one part of an "… then …" chain. */
  readonly pattern: RegExp
  /** The tools it calls, by model name. */
  readonly tools: readonly string[]
  /** `words` are what the pattern's groups caught. Null: on a second look it isn't this phrase. */
  readonly plan: (words: readonly string[]) => Action | null
}

const field = (value: string | undefined, ...names: readonly string[]): Field => ({ names, value: unquote(value ?? '') })
const unquote = (text: string): string => /^"[^"]*"$|^“[^”]*”$|^`[^`]*`$/.test(text) ? text.slice(1, -1) : text

const call = (tool: string, saying: string, ...fields: readonly Field[]): Action =>
  ({ kind: 'calls', saying, calls: [{ tool, arguments: { kind: 'fields', fields }, unoffered: false }] })

const callThese = (list: string | undefined, unoffered: boolean): Action | null => {
  const calls = readCallList(list ?? '', unoffered)
  return calls === null ? null : { kind: 'calls', saying: calls.length === 1 ? 'Calling it.' : `Calling ${calls.length} tools at once.`, calls }
}

const ID = ['id', 'number'] as const
const PATH = ['path', 'file', 'name'] as const
const prose = (words: number): Action => ({ kind: 'say', text: writeProse(words) })

/** All of it. The first that matches counts. */
export const PHRASES: readonly Phrase[] = [
  { group: 'Memory', example: 'remember that the report is due on Friday', pattern: /^remember (?:that )?(.+)$/is, tools: ['recall__add_memory'],
    plan: ([text]) => call('recall__add_memory', 'I’ll keep that in memory.', field(text, 'text', 'content', 'memory')) },
  { group: 'Memory', example: 'what do you know about the report', pattern: /^(?:what do you know about|search memor(?:y|ies) for) (.+?)\??$/is, tools: ['recall__search_memories'],
    plan: ([query]) => call('recall__search_memories', 'Looking in memory.', field(query, 'query', 'text')) },
  { group: 'Memory', example: 'list memories', pattern: /^(?:list|show)(?: all)?(?: my)? memor(?:y|ies)$/i, tools: ['recall__list_memories'],
    plan: () => call('recall__list_memories', 'Looking through memory.') },
  { group: 'Memory', example: 'forget memory 1', pattern: /^forget(?: memory)? #?(\w+)$/i, tools: ['recall__forget_memory'],
    plan: ([id]) => call('recall__forget_memory', 'I’ll forget that.', field(id, ...ID, 'memory')) },

  { group: 'Tasks', example: 'add a task to send the report', pattern: /^(?:add|create)(?: a)? task:?(?: to)? (.+)$/is, tools: ['tasks__create_task'],
    plan: ([title]) => call('tasks__create_task', 'I’ll add that task.', field(title, 'title', 'text', 'name')) },
  { group: 'Tasks', example: 'list tasks', pattern: /^(?:list|show)(?: all)?(?: my)? tasks$/i, tools: ['tasks__list_tasks'],
    plan: () => call('tasks__list_tasks', 'Looking at the tasks.') },
  { group: 'Tasks', example: 'complete task 1', pattern: /^(?:complete|finish) task #?(\w+)$/i, tools: ['tasks__complete_task'],
    plan: ([id]) => call('tasks__complete_task', 'I’ll mark it as done.', field(id, ...ID, 'task')) },
  { group: 'Tasks', example: 'delete task 1', pattern: /^delete task #?(\w+)$/i, tools: ['tasks__delete_task'],
    plan: ([id]) => call('tasks__delete_task', 'I’ll delete that task.', field(id, ...ID, 'task')) },

  { group: 'Notes', example: 'write a note about the trip: Pack the tent.', pattern: /^write(?: me)? a note(?: about| called)? ([^:\n]+): ?(.+)$/is, tools: ['notes__write_note'],
    plan: ([title, text]) => call('notes__write_note', 'I’ll write that down.', field(title, 'title', 'name'), { names: ['text', 'content'], value: text ?? '' }) },
  { group: 'Notes', example: 'list notes', pattern: /^(?:list|show)(?: all)?(?: my)? notes$/i, tools: ['notes__list_notes'],
    plan: () => call('notes__list_notes', 'Looking at the notes.') },
  { group: 'Notes', example: 'read note 1', pattern: /^read note #?(\w+)$/i, tools: ['notes__read_note'],
    plan: ([id]) => call('notes__read_note', 'Reading it.', field(id, ...ID, 'note')) },
  { group: 'Notes', example: 'add to note 1: And the stove.', pattern: /^add to note #?(\w+): ?(.+)$/is, tools: ['notes__append_note'],
    plan: ([id, text]) => call('notes__append_note', 'I’ll add that.', field(id, ...ID, 'note'), { names: ['text', 'content'], value: text ?? '' }) },
  { group: 'Notes', example: 'delete note 1', pattern: /^delete note #?(\w+)$/i, tools: ['notes__delete_note'],
    plan: ([id]) => call('notes__delete_note', 'I’ll delete that note.', field(id, ...ID, 'note')) },

  { group: 'Files', example: 'list files', pattern: /^list files(?: in (.+))?$/i, tools: ['files__list'],
    plan: ([folder]) => call('files__list', 'Looking into the folder.', ...(folder === undefined ? [] : [field(folder, 'path', 'folder')])) },
  { group: 'Without tools', example: 'write a long answer', pattern: /^write (?:me )?a long answer$/i, tools: [], plan: () => prose(600) },
  { group: 'Without tools', example: 'write 200 words', pattern: /^write ([1-9]\d{0,5}) words$/i, tools: [], plan: ([words]) => prose(Math.min(MAX_WORDS, Number(words))) },
  { group: 'Files', example: 'write notes.md: The report is due on Friday.', pattern: /^write ([^:\n]+): ?(.+)$/is, tools: ['files__write'],
    plan: ([path, content]) => call('files__write', 'I’ll write that file.', field(path, ...PATH), { names: ['content', 'text'], value: content ?? '' }) },
  { group: 'Files', example: 'overwrite notes.md: The report is late.', pattern: /^overwrite ([^:\n]+): ?(.+)$/is, tools: ['files__write'],
    plan: ([path, content]) => call('files__write', 'I’ll write over that file.', field(path, ...PATH), { names: ['content', 'text'], value: content ?? '' }, field('true', 'overwrite')) },
  { group: 'Files', example: 'read notes.md', pattern: /^read (?:file )?([^\n]+)$/i, tools: ['files__read'],
    plan: ([path]) => call('files__read', 'Reading it.', field(path, ...PATH)) },
  { group: 'Files', example: 'replace in notes.md: Friday -> Monday', pattern: /^replace in ([^:\n]+): ?(.+?) ?(?:->|=>|→) ?(.*)$/is, tools: ['files__edit'],
    plan: ([path, before, after]) => call('files__edit', 'I’ll change that file.', field(path, ...PATH), field(before, 'before', 'old', 'old_text', 'oldText', 'find', 'search'), field(after, 'after', 'new', 'new_text', 'newText', 'replace', 'replacement')) },
  { group: 'Files', example: 'find *.md', pattern: /^find ([^\n]+)$/i, tools: ['files__find'],
    plan: ([pattern]) => call('files__find', 'Looking for files.', field(pattern, 'pattern', 'name', 'glob', 'query')) },
  { group: 'Files', example: 'search files for report', pattern: /^search(?: in)? files for (.+)$/is, tools: ['files__grep'],
    plan: ([text]) => call('files__grep', 'Looking into the files.', field(text, 'text', 'query', 'pattern')) },
  { group: 'Files', example: 'make folder archive', pattern: /^(?:make|create)(?: a)? folder ([^\n]+)$/i, tools: ['files__make_folder'],
    plan: ([path]) => call('files__make_folder', 'I’ll make that folder.', field(path, ...PATH, 'folder')) },
  { group: 'Files', example: 'move notes.md to archive/notes.md', pattern: /^move (?:file )?([^\n]+?) to ([^\n]+)$/i, tools: ['files__move'],
    plan: ([from, to]) => call('files__move', 'I’ll move it.', field(from, 'from', 'source', 'path'), field(to, 'to', 'destination', 'target')) },
  { group: 'Files', example: 'delete file archive/notes.md', pattern: /^delete (?:file|folder) ([^\n]+)$/i, tools: ['files__delete'],
    plan: ([path]) => call('files__delete', 'I’ll delete it.', field(path, ...PATH)) },

  { group: 'Web', example: 'fetch https://example.com/', pattern: /^fetch (\S+)$/i, tools: ['web__fetch_page'],
    plan: ([url]) => call('web__fetch_page', 'Fetching the page.', field(url, 'url', 'address')) },

  { group: 'For trying limits', example: 'call with broken arguments', pattern: /^call with broken arguments$/i, tools: [], plan: () => ({ kind: 'broken-arguments' }) },
  { group: 'For trying limits', example: 'call an unknown tool', pattern: /^call an unknown tool$/i, tools: [], plan: () => callThese('nowhere__do_something', true) },
  { group: 'For trying limits', example: 'call unoffered shell__run_command {"command":"ls"}', pattern: /^call unoffered (.+)$/is, tools: [], plan: ([list]) => callThese(list, true) },
  { group: 'For trying limits', example: 'call 70 times', pattern: /^call (?:([\w-]+) )?([1-9]\d{0,2}) times$/i, tools: [],
    plan: ([tool, times]) => ({ kind: 'many-calls', tool: tool ?? null, times: Number(times) }) },
  { group: 'For trying limits', example: 'loop for ever', pattern: /^loop for ?ever$/i, tools: [], plan: () => ({ kind: 'endless-calls' }) },
  { group: 'For trying limits', example: 'be cut off', pattern: /^be cut off$/i, tools: [], plan: () => ({ kind: 'cut-off' }) },
  { group: 'For trying limits', example: 'refuse', pattern: /^refuse$/i, tools: [], plan: () => ({ kind: 'refuse' }) },
  { group: 'For trying limits', example: 'stop oddly', pattern: /^stop oddly$/i, tools: [], plan: () => ({ kind: 'odd-stop' }) },
  { group: 'For trying limits', example: 'break off', pattern: /^break off$/i, tools: [], plan: () => ({ kind: 'break-off' }) },
  { group: 'For trying limits', example: 'outgrow the window', pattern: /^outgrow the (?:context )?window$/i, tools: [], plan: () => ({ kind: 'no-room' }) },
  { group: 'For trying limits', example: 'fail', pattern: /^fail$/i, tools: [], plan: () => ({ kind: 'fail' }) },

  { group: 'Any tool', example: 'call list_tasks', pattern: /^call (?:tool )?(.+)$/is, tools: ['tasks__list_tasks'], plan: ([list]) => callThese(list, false) },
  { group: 'Without tools', example: 'show markdown', pattern: /^show (?:me )?(?:some )?markdown$/i, tools: [], plan: () => ({ kind: 'say', text: showMarkdown() }) },
  { group: 'Without tools', example: 'say hello', pattern: /^say (.+)$/is, tools: [], plan: ([text]) => ({ kind: 'say', text: text ?? '' }) },
  { group: 'Without tools', example: 'help', pattern: /^(?:help|what can you do|hello|hi|\?)[?!.]*$/i, tools: [], plan: () => ({ kind: 'help' }) },
]

/** More to click that one line of the table can't show: several calls in one step, and one step after another. */
export const COMBINED_EXAMPLES: readonly { readonly example: string; readonly tools: readonly string[] }[] = [
  { example: 'call list_tasks, list_memories and search_memories {"query":"report"}', tools: ['tasks__list_tasks', 'recall__list_memories', 'recall__search_memories'] },
  { example: 'fetch https://example.com/ then remember that I read the example page', tools: ['web__fetch_page', 'recall__add_memory'] },
  { example: 'add a task to call back then list tasks', tools: ['tasks__create_task', 'tasks__list_tasks'] },
]

/** Goes on with what an earlier message asked for. */
export const CONTINUE = /^(?:continue|go on)[.!]?$/i
