import { m } from '#i18n/generated/messages.js'
import { Button } from './button.tsx'
import { Callout } from './callout.tsx'

/** In place of what could not be read because the connection or the service failed: it may well be there. */
export function Unreachable({ busy, onAgain }: { busy: boolean; onAgain(): unknown }) {
  return (
    <Callout
      tone="error"
      role="alert"
      title={m.staff_unreachable()}
      action={
        <Button look="secondary" busy={busy} onClick={() => void onAgain()}>
          {m.error_page_retry()}
        </Button>
      }
    >
      {m.staff_unreachable_text()}
    </Callout>
  )
}
