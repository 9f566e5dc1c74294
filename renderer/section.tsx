import { Component, type ReactNode } from 'react'
import { AppError, toWireError } from '../shared/errors.ts'
import { ProblemBanner } from './parts/problem-banner.tsx'
import { Button } from './ui/button.tsx'
import { strings } from './strings/en.ts'
import styles from './section.module.css'

interface SectionProps {
  /** What this part of the window is, within a sentence: "the list of chats". */
  name: string
  children: ReactNode
}
type SectionState = { readonly failed: false } | { readonly failed: true; readonly error: unknown }

/** Keeps a failure of one part of the window to that part. React offers this to classes only. */
export class Section extends Component<SectionProps, SectionState> {
  override state: SectionState = { failed: false }

  static getDerivedStateFromError(error: unknown): SectionState {
    return { failed: true, error }
  }

  override render(): ReactNode {
    const { state } = this
    if (!state.failed) return this.props.children
    const told = state.error instanceof AppError ? toWireError(state.error) : null
    return (
      <div className={styles.failed}>
        <ProblemBanner
          problem={told ?? { message: strings.frame.sectionFailed(this.props.name) }}
          kept={told?.kept ?? strings.frame.sectionKept}
          actions={<Button size="small" onClick={() => this.setState({ failed: false })}>{strings.frame.retry}</Button>}
        />
      </div>
    )
  }
}
