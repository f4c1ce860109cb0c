import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useState } from 'react'
import type { WishValues } from './wish-values.ts'

/** Loaded when it is opened: most visits wait for nothing. */
export const WishSheet = lazyWithRetry(async () => (await import('./wish-sheet.tsx')).WishSheet)

/** Loaded beside the button, for members: most who see it have no wish. */
const StandingInstead = lazyWithRetry(async () => (await import('./standing.tsx')).StandingInstead)

/** Opens the form that joins the waiting list; whoever waits for it already reads so instead. */
export function WishButton({ initial, className }: { initial: Partial<WishValues>; className?: string }) {
  const [open, setOpen] = useState(false)
  const [waits, setWaits] = useState(false)
  const loggedIn = isLoggedIn(useViewer())
  return (
    <>
      {loggedIn && <StandingInstead initial={initial} onFound={setWaits} />}
      {!waits && (
        <Button look="secondary" className={className} onClick={() => setOpen(true)}>
          {m.wish_submit()}
        </Button>
      )}
      {open && <WishSheet initial={initial} onClose={() => setOpen(false)} />}
    </>
  )
}
