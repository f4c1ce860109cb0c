import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OrderStoryAnswer, StoryMoment } from '#modules/desk/orders-wire.ts'
import { errorText, stateText } from '#ui/staff/kit/message-texts.ts'
import { Link } from '@tanstack/react-router'
import { byWord, momentTitle, moneyDetails, sumBackWords } from './orders-words.ts'
import style from './order-panel.module.css'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

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
    ...(refund?.wentBack ?? []).map(sumBackWords),
    [...moneyDetails(moment.money), refund?.refundNo, refund?.cause].filter(Boolean).join('　'),
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

type Props = { message: NonNullable<StoryMoment['message']>; orderNo: string }

/** Sends a mail or a text once more, after saying what will be sent where. */
function AgainButton({ message, orderNo }: Props) {
  const [isAsking, ask] = useState(false)
  return (
    <div className={style.again}>
      <StaffButton icon="restore" onClick={() => ask(true)}>
        {m.staff_order_again()}
      </StaffButton>
      {isAsking && <AgainSheet message={message} orderNo={orderNo} onClose={() => ask(false)} />}
    </div>
  )
}

function AgainSheet({ message: { id, channel, subject }, orderNo, onClose }: Props & { onClose(): void }) {
  const call = useOrderCall()
  const { busy, refused, form } = useSubmit(async () => {
    await call('/api/Staff/Order/Message/Again', { orderNo, messageId: id }, m.staff_order_again_done())
    onClose()
  })
  return (
    <Sheet open title={subject ?? m.story_text()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <p>{channel === 'mail' ? m.staff_order_again_mail_ask() : m.staff_order_again_text_ask()}</p>
        <FormProblem refused={refused} />
        <SheetActions
          main={
            <StaffButton type="submit" look="primary" icon="restore" busy={busy}>
              {m.staff_order_again()}
            </StaffButton>
          }
        >
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_back()}
          </StaffButton>
        </SheetActions>
      </form>
    </Sheet>
  )
}
