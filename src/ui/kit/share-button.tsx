import { m } from '#i18n/generated/messages.js'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'

type Shared = {
  title: string
  /** What is said besides the link; without a share sheet it is copied with it. */
  text?: string
  url: string
}

/** Shares by the device's share sheet; without one, copies the link. `url` is signed: the page's own address may not open directly. */
export function ShareButton(shared: Shared) {
  return (
    <Button look="secondary" icon={<Icon name="share" size={18} />} onClick={() => void share(shared)}>
      {m.content_share()}
    </Button>
  )
}

async function share(shared: Shared): Promise<void> {
  if ('share' in navigator) {
    // A closed share sheet is the visitor's decision; only a device that cannot share gets the link instead.
    const failed = await navigator.share(shared).then(
      () => false,
      (error: DOMException) => error.name !== 'AbortError',
    )
    if (!failed) return
  }
  await navigator.clipboard.writeText([shared.text, shared.url].filter(Boolean).join('\n')).then(
    () => toast('success', shared.text === undefined ? m.content_copied() : m.pay_copied()),
    () => toast('warning', m.content_copy_failed()),
  )
}
