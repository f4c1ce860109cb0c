import { m } from '#i18n/generated/messages.js'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** Shares by the device's share sheet; without one, copies the link. `url` is signed: the page's own address may not open directly. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  return (
    <Button look="secondary" onClick={() => void share(title, url)}>
      {m.content_share()}
    </Button>
  )
}

async function share(title: string, url: string): Promise<void> {
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
