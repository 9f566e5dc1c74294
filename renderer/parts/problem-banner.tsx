import type { ReactNode } from 'react'
import type { WireError } from '../../shared/errors.ts'
import { strings } from '../strings/en.ts'
import { Banner } from '../ui/banner.tsx'

export interface ProblemBannerProps {
  problem: Pick<WireError, 'message' | 'advice'>
  /** Given where something was to be changed: reading loses nothing. */
  kept?: string | undefined
  actions?: ReactNode
}

/** What went wrong, where it went wrong, for as long as it is so. */
export function ProblemBanner({ problem: { message, advice }, kept, actions }: ProblemBannerProps) {
  return <Banner kind="error" kindLabel={strings.frame.errorKind} happened={message} kept={kept} todo={advice} actions={actions} />
}
