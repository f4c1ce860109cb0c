import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import style from './article.module.css'

/** By whatever the device shares with; where it has nothing, the link is copied. */
export function ShareButton({ title }: { title: string }) {
  return (
    <div className={style.share}>
      <Button look="secondary" onClick={() => void share(title)}>
        {m.content_share()}
      </Button>
    </div>
  )
}

async function share(title: string): Promise<void> {
  const url = window.location.href
  if ('share' in navigator) {
    // Somebody who closes the sheet has decided; only a device that cannot is offered the link instead.
    const failed = await navigator.share({ title, url }).then(
      () => false,
      (error: DOMException) => error.name !== 'AbortError',
    )
    if (!failed) return
  }
  await navigator.clipboard.writeText(url).then(
    () => toast('success', m.content_copied()),
    () => toast('warning', m.content_copy_failed()),
  )
}
