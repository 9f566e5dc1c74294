import { z } from 'zod'

/** Ids carry their kind in the value: a wrong one fails to compile, fails to parse, and is readable in a log. */
export const ChatId = z.templateLiteral(['chat_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const TurnId = z.templateLiteral(['turn_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const CallId = z.templateLiteral(['call_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const StandingApprovalId = z.templateLiteral(['standing_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const JobId = z.templateLiteral(['job_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const CaseSetId = z.templateLiteral(['caseset_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const CaseRunId = z.templateLiteral(['caserun_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const HookId = z.templateLiteral(['hook_', z.string().regex(/^[A-Za-z0-9]+$/)])
export const SourceId = z.templateLiteral(['source_', z.string().regex(/^[A-Za-z0-9]+$/)])
/** Built-in connectors are named by a plain word, MCP servers by `mcp-<slug>`. Never contains `__`, never reused. */
export const ConnectorId = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/).max(48).brand<'ConnectorId'>()
/** Sha-256 over UTF-8 bytes, as 64 lowercase hex digits. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/).brand<'Digest'>()

export type ChatId = z.infer<typeof ChatId>
export type TurnId = z.infer<typeof TurnId>
export type CallId = z.infer<typeof CallId>
export type StandingApprovalId = z.infer<typeof StandingApprovalId>
export type JobId = z.infer<typeof JobId>
export type CaseSetId = z.infer<typeof CaseSetId>
export type CaseRunId = z.infer<typeof CaseRunId>
export type HookId = z.infer<typeof HookId>
export type SourceId = z.infer<typeof SourceId>
export type ConnectorId = z.infer<typeof ConnectorId>
export type Digest = z.infer<typeof Digest>
