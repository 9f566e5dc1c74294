import type { Certification, ModelProfile } from '../../../shared/model-profile.ts'
import { strings } from '../../strings/en.ts'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './model-form.module.css'

const words = strings.models.form
const KINDS = ['read-only', 'full'] as const

interface CertifiedFieldProps {
  certified: ModelProfile['certified']
  /** Whose word the value is that this began with, and which. */
  known: { readonly certified: ModelProfile['certified']; readonly certification: Certification } | null
  onChange: (certified: ModelProfile['certified']) => void
}

/** Which tools a model gets; the warning stands there before it is saved. */
export function CertifiedField({ certified, known, onChange }: CertifiedFieldProps) {
  const since = known?.certified === certified ? ` ${words.certifiedSince(known.certification.by, known.certification.on)}` : ''
  return (
    <div className={styles.key}>
      <div className={styles.legend}>
        <span>{words.certified}</span>
        <Segmented label={words.certified} value={certified} options={KINDS.map((value) => ({ value, label: words.certifiedKinds[value] }))} onValueChange={onChange} />
      </div>
      <p className={styles.note}>{words.certifiedHints[certified]}{since}</p>
    </div>
  )
}
