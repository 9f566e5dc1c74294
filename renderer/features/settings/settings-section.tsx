import type { ReactNode } from 'react'
import { strings } from '../../strings/en.ts'
import { TitledSection } from '../../ui/titled-section.tsx'
import styles from './settings.module.css'

export const SECTIONS = ['appearance', 'models', 'keys', 'workspace', 'skills', 'web', 'gate', 'practice', 'standing', 'notifications', 'capture', 'operator', 'claims', 'data', 'about'] as const
export type SectionId = (typeof SECTIONS)[number]

export const isSection = (section: string | undefined): section is SectionId => SECTIONS.some((known) => known === section)
export const headingId = (section: SectionId): string => `settings-${section}`

/** The heading takes the focus when an address names its section. */
export function SettingsSection({ id, children }: { id: SectionId; children: ReactNode }) {
  return <TitledSection title={strings.settings.sections[id]} headingId={headingId(id)} className={styles.section}>{children}</TitledSection>
}
