import { m } from '#i18n/generated/messages.js'
import type { WishAnswer } from '#modules/waiting/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useState } from 'react'
import { Standing, useStandingWish } from './standing.tsx'
import { WishForm } from './wish-form.tsx'
import type { WishValues } from './wish-values.ts'

/** The form that joins the waiting list, above the page on which something is full. Whoever waits for it already reads so first. */
export function WishSheet({ initial, onClose }: { initial: Partial<WishValues>; onClose(): void }) {
  const { standing, isLoading } = useStandingWish(initial)
  // Looked at once: a wish that is made here is said by the form.
  const [before, setBefore] = useState<WishAnswer | 'none'>()
  if (!before && !isLoading) setBefore(standing ?? 'none')
  return (
    <Sheet open title={m.wish_title()} onClose={onClose}>
      {before === 'none' && <WishForm initial={initial} onDone={onClose} />}
      {before && before !== 'none' && (
        <>
          <Standing wish={before} />
          <Button look="secondary" onClick={() => setBefore('none')}>
            {m.wish_another()}
          </Button>
        </>
      )}
    </Sheet>
  )
}
