import type { ConfigReview, ServerCandidate } from '../../../shared/connector-record.ts'
import { MASK } from '../../../shared/variable-references.ts'
import { holdsCredential, looksSecret } from '../mcp/dangerous-environment.ts'
import type { ImportReview } from '../mcp/import-config.ts'
import type { ImportedServer } from '../mcp/imported-server.ts'

/** What a configuration holds, as the window shows it before anything of it is started or sent to. */
export const toConfigReview = ({ origin, entries, problem }: ImportReview): ConfigReview => ({
  origin, problem,
  candidates: entries.flatMap((entry) => (entry.ok ? [toCandidate(entry.server)] : [])),
  refused: entries.flatMap((entry) => (entry.ok ? [] : [{ name: entry.name, reason: entry.reason }])),
})

const toCandidate = ({ name, reach, values, references, limits, warnings, problems }: ImportedServer): ServerCandidate => ({
  label: name, reach: reach.kind === 'command' ? { ...reach, args: [...reach.args] } : reach,
  values: values.map(({ name: variable, value, shown }) => ({ name: variable, shown, value, secret: shown === MASK && (looksSecret(variable) || holdsCredential(value)) })),
  references: references.map((reference) => ({ ...reference, needed: reference.needed && process.env[reference.name] === undefined })),
  limits, warnings: [...warnings], problems: [...problems],
})
