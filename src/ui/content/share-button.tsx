import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import style from './article.module.css'

/** Shares by the device's share sheet; without one, copies the link. */
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
    // A closed share sheet is the visitor's decision; only a device that cannot share gets the link instead.
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
