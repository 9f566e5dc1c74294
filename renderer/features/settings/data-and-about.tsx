import { useAppInfo } from '../../app-info.ts'
import { strings } from '../../strings/en.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExportEverything } from './export-everything.tsx'
import { ImportBackup } from './import-backup.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

export function DataAndAbout() {
  const state = useAppInfo()
  const { data, about } = strings.settings
  const waiting = state.status === 'failed' ? <p>{state.error.message}</p> : <Skeleton label={about.asking} lines={1} />
  return (
    <>
      <SettingsSection id="data">
        <p className={styles.note}>{data.intro}</p>
        {state.status !== 'known' ? waiting : (
          <Facts facts={[{
            id: 'where',
            label: data.where,
            value: (
              <span className={styles.path}>
                {state.info.dataDirectory}
                <CopyButton text={state.info.dataDirectory} label={data.copy} copiedLabel={data.copied} failedLabel={data.copyFailed} />
              </span>
            ),
          }]} />
        )}
        <p className={styles.note}>{data.export}</p>
        <ExportEverything />
        <ImportBackup />
      </SettingsSection>
      <SettingsSection id="about">
        {state.status !== 'known' ? waiting : (
          <Facts facts={[
            { id: 'version', label: about.version, value: `${strings.frame.product} ${state.info.version}` },
            { id: 'shell', label: about.shell, value: about.shells(state.info.shell) },
          ]} />
        )}
      </SettingsSection>
    </>
  )
}
