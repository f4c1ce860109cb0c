import { isRefusal } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { StaffButton } from './staff-button.tsx'

type Read = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPaused' | 'refetch'>

type Props = {
  read: Read
  /** Title while it cannot be reached, where it is a part of something that goes on without it. */
  unreachable?: string
  /** Title for what does not exist; the title of the refusal when left out. */
  missing?: string
  /** Button or link beside the title for what does not exist. */
  action?: ReactNode
  children?: ReactNode
}

/**
 * In place of what could not be read. The service refused to show it: it is not there. The service gave no answer, or failed: it
 * cannot be reached now, and can be tried again. Nothing is shown over what was read before, which stays as it is.
 */
export function ReadFailure({ read, unreachable = m.staff_unreachable(), missing, action, children }: Props) {
  const error = useLastError(read)
  if (read.data !== undefined) return null
  if (isUnreachable({ error, isPaused: read.isPaused }))
    return (
      <Callout
        tone="error"
        role="alert"
        title={unreachable}
        action={
          <StaffButton busy={read.isFetching} onClick={() => void read.refetch()}>
            {m.error_page_retry()}
          </StaffButton>
        }
      >
        {m.staff_unreachable_text()}
      </Callout>
    )
  if (!error) return null
  return (
    <Callout tone="due" role="alert" title={missing ?? error.message} action={action}>
      {children}
    </Callout>
  )
}

/**
 * Why a read failed. While it is tried again, by its button or because the page heard of a change, a query has no error: the one
 * before is kept, so that the button stays and keeps the focus.
 */
function useLastError({ error, errorUpdateCount }: Read): Error | null {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  return error ?? (errorUpdateCount > 0 ? last : null)
}

/** Whether a read failed by the network or the service, or waits for the network: what it asked for may well be there. */
function isUnreachable({ error, isPaused }: Pick<Read, 'error' | 'isPaused'>): boolean {
  if (!error) return isPaused
  return !isRefusal(error)
}
