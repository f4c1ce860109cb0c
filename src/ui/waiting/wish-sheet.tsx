import { m } from '#i18n/generated/messages.js'
import { Sheet } from '#ui/kit/sheet.tsx'
import { WishForm } from './wish-form.tsx'
import type { WishValues } from './wish-values.ts'

/** The form that joins the waiting list, above the page on which something is full. */
export function WishSheet({ initial, onClose }: { initial: Partial<WishValues>; onClose(): void }) {
  return (
    <Sheet open title={m.wish_title()} onClose={onClose}>
      <WishForm initial={initial} onDone={onClose} />
    </Sheet>
  )
}
