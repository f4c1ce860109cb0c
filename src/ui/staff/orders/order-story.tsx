import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OrderStoryAnswer, StoryMoment } from '#modules/desk/orders-wire.ts'
import { errorText, stateText } from '#ui/staff/kit/message-texts.ts'
import { Link } from '@tanstack/react-router'
import { AgainButton } from './again-button.tsx'
import { byWord, momentTitle, moneyDetails } from './orders-words.ts'
import style from './order-panel.module.css'

/** What happened to an order, on a line of time, oldest first. */
export function OrderStory({ order }: { order: OrderStoryAnswer }) {
  return (
    <section className={style.part} aria-label={m.staff_order_story()}>
      <h3>{m.staff_order_story()}</h3>
      <ol className={style.story}>
        {order.story.map((moment) => (
          <li key={JSON.stringify(moment)} data-what={moment.what}>
            <p className={style.title}>
              <b>{momentTitle(moment)}</b>
              <span>{byWord(moment.by)}</span>
            </p>
            <time dateTime={moment.at}>{formatMoment(new Date(moment.at), getLocale())}</time>
            <Details moment={moment} orderNo={order.orderNo} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const spotText = (spot: StoryMoment['spot']) =>
  spot ? `${spot.court} ${formatPeriod(new Date(spot.start), new Date(spot.end), getLocale())}` : ''

function Details({ moment, orderNo }: { moment: StoryMoment; orderNo: string }) {
  const { spot, from, to, note, refund, message, orderNo: supplement } = moment
  const lines = [
    spotText(spot),
    [spotText(from), spotText(to)].filter(Boolean).join(' → '),
    [...moneyDetails(moment), refund?.refundNo, refund?.cause].filter(Boolean).join('　'),
    note,
  ].filter(Boolean)
  return (
    <>
      {lines.map((line) => (
        <p key={line} className={style.detail}>
          {line}
        </p>
      ))}
      {supplement && (
        <p className={style.detail}>
          <Link to="/staff/orders" search={{ order: supplement }}>
            {supplement}
          </Link>
        </p>
      )}
      {message && <Message message={message} orderNo={orderNo} />}
    </>
  )
}

function Message({ message, orderNo }: { message: NonNullable<StoryMoment['message']>; orderNo: string }) {
  const { subject, recipient, status, error } = message
  return (
    <>
      {subject && <p className={style.detail}>{subject}</p>}
      <p className={style.detail} data-state={status}>
        {recipient}　<b>{stateText(status)}</b>
        {error && status !== 'sent' && <>　{errorText(error)}</>}
      </p>
      {message.canSendAgain && <AgainButton message={message} orderNo={orderNo} />}
    </>
  )
}
