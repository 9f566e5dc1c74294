import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isGivenBeside, lostTool, profileProblems, type ProfileFacts, type RuledTool } from '../../electron/core/roles/profile-rules.ts'
import type { CoworkerProfile, Grant, ProfileField } from '../../shared/coworker.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { Provenance, ToolClass } from '../../shared/policy.ts'

const LABELS: Readonly<Record<string, string>> = { files: 'Files', web: 'Web', notes: 'Notes', tasks: 'Tasks', skills: 'Skills', team: 'Team', 'mcp-mail': 'Mail', 'mcp-shop': 'Shop' }
const tool = (connectorId: string, name: string, toolClass: ToolClass, provenance: Provenance = 'built-in'): RuledTool =>
  ({ identity: { connectorId: ConnectorId.parse(connectorId), tool: name }, toolClass, optIn: false, title: name, connectorLabel: LABELS[connectorId] ?? '', builtIn: !connectorId.startsWith('mcp-'), provenance, egress: name === 'fetch_page' || name === 'search' })
const id = (connectorId: string, name: string) => tool(connectorId, name, 'read').identity

const FACTS: ProfileFacts = {
  tools: [
    tool('files', 'read', 'read'), tool('files', 'write', 'write'), tool('files', 'delete', 'destructive'), tool('web', 'fetch_page', 'read'), tool('notes', 'write_note', 'write'), tool('tasks', 'list_tasks', 'read'), tool('skills', 'read_skill', 'read'), tool('team', 'list_coworkers', 'read'), tool('team', 'delegate', 'write'),
    { ...tool('notes', 'compare_mail', 'read'), needs: { connectors: ['mcp-mail', 'mcp-shop'], skill: null } }, { ...tool('notes', 'report', 'read'), needs: { connectors: [], skill: 'weekly-report' } },
    tool('mcp-mail', 'list', 'read', 'set'), tool('mcp-mail', 'search', 'read', 'hinted'), tool('mcp-mail', 'send', 'write', 'set'), tool('mcp-mail', 'odd', 'destructive', 'unset'), tool('mcp-shop', 'query', 'read', 'set'),
  ],
  connectors: Object.entries(LABELS).map(([connectorId, label]) => ({ id: connectorId, label, builtIn: !connectorId.startsWith('mcp-'), bills: connectorId === 'mcp-shop' })),
  model: (name) => (name === 'priced' ? { priced: true } : name === 'unpriced' ? { priced: false } : null),
  skills: ['weekly-report'],
  coworkers: ['note-keeper'],
  isHost: (text) => /^[a-z.]+$/.test(text),
}
const PROFILE: CoworkerProfile = { name: 'Reader', instructions: 'Read.', model: 'priced', tools: [id('files', 'read')], hosts: [], runBudget: 500_000, maxTurns: 10, maxConcurrentRuns: 1, maxDelegationDepth: 0, maxAttempts: 1, delegatesTo: [], egressTools: [], grant: null }
const grant = (change: Partial<Grant>): Grant => ({ connectors: [], skills: [], allowance: null, ...change })
const MAIL = ConnectorId.parse('mcp-mail')
const SHOP = ConnectorId.parse('mcp-shop')

const REFUSED: readonly { readonly what: string; readonly change: Partial<CoworkerProfile>; readonly field: ProfileField; readonly says: RegExp }[] = [
  { what: 'no name', change: { name: ' ' }, field: 'name', says: /needs a name/ },
  { what: 'a name that no list could show', change: { name: 'x'.repeat(81) }, field: 'name', says: /at most 80/ },
  { what: 'no instructions', change: { instructions: '\n' }, field: 'instructions', says: /needs instructions/ },
  { what: 'a model that is gone', change: { model: 'Old' }, field: 'model', says: /no model named “Old”/ },
  { what: 'a model without a known price', change: { model: 'unpriced' }, field: 'model', says: /Nobody said what “unpriced” costs.*0 has to be said/ },
  { what: 'a budget of nothing', change: { runBudget: 0 }, field: 'runBudget', says: /more than nothing/ },
  { what: 'a budget below nothing', change: { runBudget: -1 }, field: 'runBudget', says: /more than nothing/ },
  { what: 'a budget that is no number', change: { runBudget: NaN }, field: 'runBudget', says: /more than nothing/ },
  { what: 'no model step', change: { maxTurns: 0 }, field: 'maxTurns', says: /model steps .* from 1/ },
  { what: 'half a model step', change: { maxTurns: 1.5 }, field: 'maxTurns', says: /whole number/ },
  { what: 'no run at a time', change: { maxConcurrentRuns: 0 }, field: 'maxConcurrentRuns', says: /at a time .* from 1/ },
  { what: 'a depth below 0', change: { maxDelegationDepth: -1 }, field: 'maxDelegationDepth', says: /from 0/ },
  { what: 'no attempt', change: { maxAttempts: 0 }, field: 'maxAttempts', says: /attempts .* from 1/ },
  { what: 'no tool', change: { tools: [] }, field: 'tools', says: /would start with none/ },
  { what: 'tools that all fall outside', change: { tools: [id('tasks', 'list_tasks'), id('files', 'delete'), id('files', 'write')] }, field: 'tools', says: /would start with none/ },
  { what: 'a tool of a connector that its grant doesn’t cover', change: { tools: [id('mcp-mail', 'list')] }, field: 'tools', says: /“list” belongs to Mail, which its grant doesn’t cover/ },
  { what: 'the same beside another connector’s grant', change: { tools: [id('mcp-mail', 'list')], grant: grant({ connectors: [SHOP], allowance: { perRun: 1, perDay: 1 } }) }, field: 'tools', says: /doesn’t cover/ },
  { what: 'a tool of others that writes', change: { tools: [id('mcp-mail', 'send')], grant: grant({ connectors: [MAIL] }) }, field: 'tools', says: /a specialist reads and proposes; it never commits/ },
  { what: 'a tool of others that nobody classed', change: { tools: [id('mcp-mail', 'odd')], grant: grant({ connectors: [MAIL] }) }, field: 'tools', says: /it never commits/ },
  { what: 'a read by a server’s own word alone', change: { tools: [id('mcp-mail', 'search')], grant: grant({ connectors: [MAIL] }) }, field: 'tools', says: /own word alone.*Set its class yourself/ },
  { what: 'a connector that is gone', change: { tools: [id('mcp-gone', 'list')] }, field: 'tools', says: /connector that is not there any more/ },
  { what: 'a tool that is gone', change: { tools: [id('files', 'shred')] }, field: 'tools', says: /“shred”, which Files doesn’t have/ },
  { what: 'a grant for a connector that is gone', change: { grant: grant({ connectors: [ConnectorId.parse('mcp-gone')] }) }, field: 'grant', says: /“mcp-gone”, which is not there any more/ },
  { what: 'a grant for a connector of ours', change: { grant: grant({ connectors: [ConnectorId.parse('files')] }) }, field: 'grant', says: /Files is our own/ },
  { what: 'a connector that bills, without an allowance', change: { grant: grant({ connectors: [SHOP] }) }, field: 'grant', says: /Shop bills, so the grant needs an allowance/ },
  { what: 'an allowance of a run above that of a day', change: { grant: grant({ connectors: [SHOP], allowance: { perRun: 2, perDay: 1 } }) }, field: 'grant', says: /of a run is above that of a day/ },
  { what: 'an allowance of nothing', change: { grant: grant({ connectors: [SHOP], allowance: { perRun: 0, perDay: 1 } }) }, field: 'grant', says: /more than nothing/ },
  { what: 'a skill’s tool without a skill', change: { tools: [id('files', 'read'), id('skills', 'read_skill')] }, field: 'tools', says: /a tool of skills, and its grant names no skill/ },
  { what: 'a skill that doesn’t exist', change: { grant: grant({ skills: ['weekly'] }) }, field: 'grant', says: /the skill “weekly”, which doesn’t exist/ },
  { what: 'delegation at depth 0', change: { tools: [id('files', 'read'), id('team', 'delegate')] }, field: 'tools', says: /asks for delegation, and may delegate 0 levels/ },
  { what: 'somebody to hand work to, at depth 0', change: { delegatesTo: ['note-keeper'] }, field: 'delegatesTo', says: /names coworkers to hand work to, and may delegate 0 levels/ },
  { what: 'a coworker that is gone', change: { maxDelegationDepth: 1, delegatesTo: ['nobody'] }, field: 'delegatesTo', says: /hand work to “nobody”, who is not there any more/ },
  { what: 'leave to send anywhere for a tool that it doesn’t ask for', change: { egressTools: [id('web', 'fetch_page')] }, field: 'egressTools', says: /is not among the tools that it asks for/ },
  { what: 'leave to send anywhere for a tool that sends nothing', change: { egressTools: [id('files', 'read')] }, field: 'egressTools', says: /there is nothing to allow/ },
  { what: 'a host with a scheme', change: { hosts: ['https://a.example/'] }, field: 'hosts', says: /not the name of a host/ },
]

describe('a profile', () => {
  test('that asks for what a coworker may have is saved, and so is one whose grant covers the rest', () => {
    assert.deepEqual(profileProblems(PROFILE, FACTS), [])
    assert.deepEqual(profileProblems({ ...PROFILE, tools: [id('mcp-mail', 'list'), id('mcp-shop', 'query')], grant: grant({ connectors: [MAIL, SHOP], skills: ['weekly-report'], allowance: { perRun: 1, perDay: 1 } }) }, FACTS), [])
  })

  for (const { what, change, field, says } of REFUSED) test(`with ${what} is refused when it is saved, in a sentence of its own`, () => {
    const problems = profileProblems({ ...PROFILE, ...change }, FACTS)
    assert.deepEqual(problems.map((problem) => problem.field), [field])
    assert.match(problems[0]?.sentence ?? '', says)
  })

  test('says everything that is wrong at once', () => {
    const problems = profileProblems({ ...PROFILE, name: '', model: 'Old', runBudget: 0, maxTurns: 0, tools: [] }, FACTS)
    assert.deepEqual(problems.map(({ field }) => field), ['name', 'model', 'runBudget', 'maxTurns', 'tools'])
    assert.equal(new Set(problems.map(({ sentence }) => sentence)).size, problems.length)
  })

  test('that lists more keeps the entry and loses the tool', () => {
    const profile = { ...PROFILE, tools: [id('files', 'read'), id('files', 'delete'), id('files', 'write'), id('tasks', 'list_tasks')] }
    assert.deepEqual(profileProblems(profile, FACTS), [])
    assert.deepEqual(FACTS.tools.filter(({ identity }) => profile.tools.some((asked) => asked.connectorId === identity.connectorId && asked.tool === identity.tool)).map((known) => lostTool(known, profile, [])), [
      null, 'Without you it writes in its own drafts only.', 'Destructive tools are not available without you.', 'It is not among what a coworker may have.',
    ])
  })
})

describe('beside what every coworker may have', () => {
  const given = (change: Partial<CoworkerProfile>, skills: readonly string[] = FACTS.skills): readonly string[] =>
    FACTS.tools.flatMap((known) => (isGivenBeside(known, { ...PROFILE, ...change }, skills) ? [known.identity.tool] : []))
  const both = { connectors: [MAIL, SHOP], skills: ['weekly-report'], allowance: null }

  test('a grant holds reads of its connectors, joint tools with all of theirs, the tools of skills and what rides on one', () => {
    assert.deepEqual(given({}), [])
    assert.deepEqual(given({ grant: grant({ connectors: [MAIL] }) }), ['list'], 'one of the two connectors of the joint tool')
    assert.deepEqual(given({ grant: grant({ connectors: [MAIL, SHOP] }) }), ['compare_mail', 'list', 'query'])
    assert.deepEqual(given({ grant: grant({ skills: ['weekly-report'] }) }), ['read_skill', 'report'])
    assert.deepEqual(given({ grant: grant({ skills: ['weekly-report'] }) }, []), [], 'a skill that doesn’t resolve')
    assert.deepEqual(given({ grant: both }), ['read_skill', 'compare_mail', 'report', 'list', 'query'])
  })

  test('work is handed on only with a level left and somebody named', () => {
    assert.deepEqual([given({ maxDelegationDepth: 1 }), given({ delegatesTo: ['note-keeper'] }), given({ maxDelegationDepth: 1, delegatesTo: ['note-keeper'] })], [[], [], ['list_coworkers', 'delegate']])
    const delegates = FACTS.tools.find(({ identity }) => identity.tool === 'delegate') ?? assert.fail()
    assert.equal(lostTool(delegates, { ...PROFILE, maxDelegationDepth: 1 }, []), 'It names no coworker that it may hand work to.')
  })
})
