import { m } from '#i18n/generated/messages.js'
import style from './waiting.module.css'
import { WishButton } from './wish-button.tsx'
import type { WishValues } from './wish-values.ts'

/** Invites to wait for what is full. */
export function WishInvite({ initial }: { initial: Partial<WishValues> }) {
  return (
    <div className={style.invite}>
      <p>
        <b>{m.wish_full_title()}</b>
        {m.wish_full_text()}
      </p>
      <WishButton initial={initial} />
    </div>
  )
}
