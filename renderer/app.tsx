import { useEffect, useMemo } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { CoreClient } from '../shared/contract.ts'
import { useAppInfo } from './app-info.ts'
import { CoreProvider, useConnection, useRefusal, type Connection } from './core.tsx'
import { Frame } from './frame/frame.tsx'
import { StoppedPage } from './frame/stopped-page.tsx'
import { useDropGuard } from './frame/use-drop-guard.ts'
import { applyLook } from './look.ts'
import { Section } from './section.tsx'
import { strings } from './strings/en.ts'
import { Button } from './ui/button.tsx'
import { ToastProvider } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'
import { useSettings } from './use-settings.ts'
import styles from './frame/frame.module.css'

export interface AppProps { client: CoreClient; connection: Connection }

export function App({ client, connection }: AppProps) {
  return (
    // Style elements would be blocked by the content security policy; ours come from style sheets.
    <CSPProvider disableStyleElements>
      <CoreProvider client={client} connection={connection}>
        <TooltipProvider>
          <ToastProvider closeLabel={strings.frame.closeNotice}>
            <Section name={strings.frame.sections.window}>
              <Window />
            </Section>
          </ToastProvider>
        </TooltipProvider>
      </CoreProvider>
    </CSPProvider>
  )
}

/** Whether there is anything to show at all: the window was let in, and what is stored can be read. */
function Window() {
  const connection = useConnection()
  const refusal = useRefusal()
  const state = useAppInfo()
  useDropGuard()
  const words = strings.frame
  if (connection === 'refused') {
    const { title, happened, kept, todo } = words.refused
    return <StoppedPage title={title} happened={refusal?.message ?? happened} kept={refusal?.kept ?? kept} todo={refusal?.advice ?? todo} />
  }
  if (state.status === 'asking') return <Connecting />
  const problem = state.status === 'failed' ? state.error : state.info.problem
  if (problem !== null) {
    return (
      <StoppedPage
        title={words.problem.title}
        happened={problem.message}
        kept={problem.kept ?? words.problem.keptDefault}
        todo={problem.advice ?? words.problem.todoDefault}
        {...(state.status === 'known' ? { where: state.info.dataDirectory } : {})}
        action={<Button onClick={() => window.location.reload()}>{words.problem.again}</Button>}
      />
    )
  }
  return state.status === 'known' ? <DressedFrame browser={state.info.shell === 'browser'} /> : null
}

function Connecting() {
  return <main className={styles.connecting}><h1 className={styles.quiet}>{strings.frame.connecting}</h1></main>
}

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

function DressedFrame({ browser }: { browser: boolean }) {
  const settings = useSettings()
  const surroundings = useMemo(() => ({ mac: isMac(), browser }), [browser])
  const { theme, fontSize, reducedMotion } = settings ?? {}
  useEffect(() => {
    if (theme !== undefined && fontSize !== undefined && reducedMotion !== undefined) applyLook({ theme, fontSize, reducedMotion })
  }, [theme, fontSize, reducedMotion])
  // The panels take their first state from the settings, so the frame waits for them; they come with the first frames.
  if (settings === null) return <Connecting />
  return <Frame settings={settings} surroundings={surroundings} />
}
