import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { useMay } from '#ui/session/may.ts'

/** Leads to booking, where the viewer may book. */
export function BookLink({ className }: { className?: string }) {
  return useMay('POST /api/Order/Member') ? (
    <ButtonLink to="/order" {...(className === undefined ? {} : { className })}>
      {m.orders_book()}
    </ButtonLink>
  ) : null
}
