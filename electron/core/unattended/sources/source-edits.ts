import { isJsonObject } from '../../../../shared/json.ts'
import { parseJson } from '../../../../shared/parse-json.ts'
import { LONGEST_SOURCE_ABOUT, LONGEST_SOURCE_NAME, type SourceProblem, type SourceText } from '../../../../shared/source.ts'
import { isSameTool } from '../../../../shared/tool-set.ts'
import type { Catalog } from '../../tools/catalog.ts'
import { OWN_WRITES } from '../../roles/built-in-roles.ts'
import { toolsToConfirm } from './confirmed-tools.ts'

/** A draft waits for a person. What says of itself that it sends, or can't be taken back, is none. */
const SENDING = /(?:^|[^a-z])(?:send|sends|sent|deliver|publish|post|submit|pay|transfer|buy|purchase|delete|remove)(?:[^a-z]|$)/iu
const MEMBERS = /^(?:[^.\s]+(?:\.[^.\s]+)*)?$/u

/** What there is to be known of models. */
export interface ModelFacts {
  readonly hasModel: (name: string) => boolean
  /** Whether what it costs is known, so that a limit in money means something. */
  readonly isPriced: (name: string) => boolean
}

/** Everything that keeps a source from being saved, each with its own sentence. Empty: it may be. */
export function sourceProblems(catalog: Catalog, text: SourceText, { hasModel, isPriced }: ModelFacts): readonly SourceProblem[] {
  const found: SourceProblem[] = []
  const refuse = (field: SourceProblem['field'], sentence: string): void => { found.push({ field, sentence }) }
  const connector = catalog.connectors.find(({ id }) => id === text.connectorId)
  if (!/\S/u.test(text.name)) refuse('name', 'A source needs a name.')
  if (text.name.trim().length > LONGEST_SOURCE_NAME) refuse('name', `A name has at most ${LONGEST_SOURCE_NAME} characters.`)
  if (!/\S/u.test(text.about)) refuse('about', 'Say what is to be made of each message.')
  if (text.about.length > LONGEST_SOURCE_ABOUT) refuse('about', `This has at most ${LONGEST_SOURCE_ABOUT.toLocaleString('en')} characters.`)
  if (text.model !== null && !hasModel(text.model)) refuse('model', `There is no model “${text.model.slice(0, 80)}”.`)
  else if (text.model !== null && !isPriced(text.model)) refuse('model', unpricedSentence(text.model))
  if (connector === undefined) refuse('connectorId', 'Choose the connector that its runs may read with.')
  draftProblem(catalog, text, (sentence) => { refuse('draft', sentence) })
  if (text.input.kind === 'poll') pollProblems(catalog, text, text.input, refuse)
  return found
}

export const unpricedSentence = (model: string): string => `Nobody said what “${model}” costs, so the limit of $0.50 a message means nothing for it. Give its prices under Settings, Models; a price of 0 has to be said.`

function draftProblem(catalog: Catalog, { connectorId, draft }: SourceText, refuse: (sentence: string) => void): void {
  const entry = catalog.find(draft)
  const isOwn = OWN_WRITES.some((own) => isSameTool(own, draft))
  if (entry === null) return refuse('Choose the one tool that writes its drafts.')
  const title = `“${entry.tool.title}”`
  if (draft.connectorId !== connectorId && !isOwn) return refuse(`${title} belongs to another connector. A source writes with its own connector, or a note into its own folder.`)
  if (entry.tool.toolClass !== 'write') return refuse(entry.tool.toolClass === 'read' ? `${title} only reads.` : `${title} can’t be undone, so it is no draft.`)
  if (!isOwn && (SENDING.test(spaced(draft.tool)) || SENDING.test(spaced(entry.tool.title)))) return refuse(`${title} says that it sends or removes something. A draft waits for you: choose a tool that only writes one.`)
  if (!toolsToConfirm(catalog, { connectorId, draft }).some((tool) => isSameTool(tool, draft))) refuse(`${title} is switched off, or its definition has to be looked at first.`)
}

/** `sendMail`, `send_mail` and `Send mail` are the same words. */
const spaced = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2').replaceAll('_', ' ')

function pollProblems(catalog: Catalog, { connectorId, draft }: SourceText, input: Extract<SourceText['input'], { kind: 'poll' }>, refuse: (field: SourceProblem['field'], sentence: string) => void): void {
  const entry = catalog.find({ connectorId, tool: input.tool })
  const reads = toolsToConfirm(catalog, { connectorId, draft }).some((tool) => tool.toolClass === 'read' && tool.tool === input.tool)
  if (entry === null || !reads) refuse('tool', 'Choose one of the connector’s tools that read, and that are on.')
  const args = parseJson(input.arguments)
  if (!isJsonObject(args)) refuse('arguments', 'The arguments have to be a JSON object, such as {"unread": true}.')
  else if (entry !== null) {
    const problem = entry.tool.check(args)
    if (problem !== null) refuse('arguments', `The arguments don’t fit: ${problem.path === '' ? '' : `${problem.path}: `}${problem.problem}.`)
  }
  for (const field of ['items', 'id'] as const) if (!MEMBERS.test(input[field])) refuse(field, 'Write the names of members, parted by dots, such as data.messages.')
}
