import type { CertificationRow } from '../../../shared/certification.ts'
import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

export interface CertificationHandlers {
  readonly calls: Pick<CallHandlers, 'model.certify' | 'model.certify-stop'>
  readonly watches: Pick<WatchHandlers, 'certifications.watch'>
  readonly close: () => void
}

/** @param onCertified a model is given other tools now */
export function createCertificationHandlers({ certifications, models }: CoreParts, onCertified: () => void): CertificationHandlers {
  const rows: Rows<CertificationRow> = createRows({
    list: () => models.list().map(certifications.row), idOf: ({ name }) => name,
    find: (name) => { const profile = models.find(name); return profile === null ? null : certifications.row(profile) },
  })
  certifications.onChanged(rows.touch)
  models.onChanged(rows.touch)
  return {
    close: rows.end,
    calls: {
      'model.certify': async ({ name }) => {
        const result = await certifications.certify(name)
        onCertified()
        return result
      },
      'model.certify-stop': async ({ name }) => {
        certifications.stop(name)
        return {}
      },
    },
    watches: { 'certifications.watch': (_input, emit) => rows.watch(emit) },
  }
}
