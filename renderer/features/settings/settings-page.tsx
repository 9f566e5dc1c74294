import { useEffect } from 'react'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { ContentColumn, PageHeader } from '../../ui/app-frame.tsx'
import { RailItem } from '../../ui/rail-item.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSettings } from '../../use-settings.ts'
import { Appearance } from './appearance.tsx'
import { Capture } from './capture.tsx'
import { Claims } from './claims.tsx'
import { DataAndAbout } from './data-and-about.tsx'
import { Gate } from './gate.tsx'
import { Keys } from './keys.tsx'
import { Models } from './models.tsx'
import { Notifications } from './notifications.tsx'
import { Operator } from './operator.tsx'
import { Practice } from './practice.tsx'
import { PrivateHosts } from './private-hosts.tsx'
import { SECTIONS, headingId, isSection, type SectionId } from './settings-section.tsx'
import { Skills } from './skills.tsx'
import { Standing } from './standing.tsx'
import { Workspace } from './workspace.tsx'
import styles from './settings.module.css'

/** Brings a section to the top and gives its heading the focus, for people who listen as much as for those who look. */
function show(section: SectionId): void {
  const heading = document.getElementById(headingId(section))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

export function SettingsPage({ section }: { section?: string }) {
  const settings = useSettings()
  const ready = settings !== null
  useEffect(() => {
    if (ready && isSection(section)) show(section)
  }, [section, ready])
  const go = (id: SectionId) => {
    if (id === section) show(id)
    else navigate({ page: 'settings', section: id })
  }
  return (
    <>
      <PageHeader leading={<RailToggle />} title={strings.settings.title} />
      <div className={styles.scroller}>
        <ContentColumn>
          {settings === null ? <Skeleton label={strings.settings.loading} lines={8} /> : (
            <div className={styles.layout}>
              <nav className={styles.nav} aria-label={strings.settings.navLabel}>
                {SECTIONS.map((id) => (
                  <RailItem key={id} active={id === section} onClick={() => go(id)}>{strings.settings.sections[id]}</RailItem>
                ))}
              </nav>
              <div className={styles.sections}>
                <Appearance settings={settings} />
                <Models />
                <Keys />
                <Workspace settings={settings} />
                <Skills />
                <PrivateHosts settings={settings} />
                <Gate settings={settings} />
                <Practice settings={settings} />
                <Standing />
                <Notifications />
                <Capture settings={settings} />
                <Operator />
                <Claims />
                <DataAndAbout />
              </div>
            </div>
          )}
        </ContentColumn>
      </div>
    </>
  )
}
