import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { WishAnswer } from '#modules/waiting/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import card from '#ui/orders/order.module.css'
import { Link } from '@tanstack/react-router'
import style from './waiting.module.css'
import { sayCourtCount, sayPlaceInLine, sayWhen, sayWhere, wishStateWords } from './wish-words.ts'

/** An open wish: what, the place in line, and what came free and went to somebody else, with why. */
export function WishCard({ wish }: { wish: WishAnswer }) {
  const { createdAt, notAfter, place, passes, courts } = wish
  const moment = (at: string) => formatMoment(new Date(at), getLocale())
  return (
    <article className={card.card} aria-label={`${sayWhere(wish)} ${sayWhen(wish)}`}>
      <div className="bar">
        <p className={style.place}>{place !== null && sayPlaceInLine(place)}</p>
        <p className={card.number}>{m.wish_since({ moment: moment(createdAt) })}</p>
      </div>
      <div>
        <p className={style.where}>{sayWhere(wish)}</p>
        <p>{sayWhen(wish)}</p>
        {courts > 1 && <p>{sayCourtCount(courts)}</p>}
      </div>
      <Passes passes={passes} />
      <div className={card.foot}>
        <p className={card.number}>{m.wish_until({ moment: moment(notAfter) })}</p>
        <div className={card.actions}>
          <WithdrawButton id={wish.id} />
        </div>
      </div>
    </article>
  )
}

function Passes({ passes }: Pick<WishAnswer, 'passes'>) {
  if (passes.length === 0) return null
  return (
    <section className={style.passes} aria-label={m.wish_passes()}>
      <h3>{m.wish_passes()}</h3>
      <ul>
        {passes.map(({ at, court, start, end, text }) => (
          <li key={`${at} ${court} ${start}`}>
            {court} {formatPeriod(new Date(start), new Date(end), getLocale())}
            <br />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WithdrawButton({ id }: { id: string }) {
  const api = useApi()
  const changed = useOrdersChanged()
  async function withdraw(): Promise<void> {
    try {
      await api.post('/api/Wish/Withdraw', { wishId: id })
      toast('success', m.wish_withdrawn_toast())
    } finally {
      await changed()
    }
  }
  return (
    <ConfirmButton
      label={m.wish_withdraw()}
      title={m.wish_withdraw_title()}
      confirmLabel={m.wish_withdraw()}
      cancelLabel={m.wish_withdraw_keep()}
      className={card.small}
      onConfirm={withdraw}
    >
      <p>{m.wish_withdraw_text()}</p>
    </ConfirmButton>
  )
}

/** A wish that is over, in a line; its order if it had one. */
export function PastWish({ wish }: { wish: WishAnswer }) {
  const { word, tone } = wishStateWords[wish.status]
  return (
    <li>
      <span>
        <b>{sayWhere(wish)}</b>
        <br />
        {sayWhen(wish)}
        {wish.order && (
          <>
            <br />
            <Link to="/member/order/overview" search={{ orderNo: wish.order.orderNo }}>
              {m.orders_order({ orderNo: wish.order.orderNo })}
            </Link>
          </>
        )}
      </span>
      <Chip tone={tone}>{word()}</Chip>
    </li>
  )
}
