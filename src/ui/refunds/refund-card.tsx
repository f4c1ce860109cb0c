import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { formatMoney } from '#i18n/money.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import order from '#ui/orders/order.module.css'
import { movedFromWords } from '#ui/orders/moved-line.tsx'
import { PaperButtons } from '#ui/papers/paper-buttons.tsx'
import { Ticket } from '#ui/orders/ticket.tsx'
import { Link } from '@tanstack/react-router'
import { GoesBack } from './goes-back.tsx'
import { RefundNextAction } from './refund-next-action.tsx'
import { refundTone, refundWord } from './refund-words.ts'
import row from './refund-row.module.css'
import style from './refunds.module.css'
import { formatDay, formatPeriod, formatTime } from '#i18n/dates.ts'
import { Icon } from '#ui/kit/icon.tsx'

/** One refund: amount, what the member has to do, items, state and steps. */
export function RefundCard({ refund }: { refund: RefundAnswer }) {
  const { refundNo, amount, nextWays, wentBack, waitsFor, goesBack } = refund
  const status = waitsFor ? 'processing' : refund.status
  return (
    <article
      id={refundNo}
      className={order.card}
      data-tone={nextWays.length > 0 ? 'due' : undefined}
      aria-label={m.refund_one({ refundNo })}
    >
      <div className="bar">
        <Chip tone={refundTone(status)}>{refundWord(status)}</Chip>
        <p className={order.number}>{refundNo}</p>
      </div>
      <div className={style.sum}>
        <p className={style.big}>
          <span className="sr-only">{m.refund_amount()}</span>
          {formatMoney(amount)}
        </p>
        {goesBack.length < 2 && <p className={style.why}>{wayWords(refund)}</p>}
        {waitsFor && <p className={style.why}>{m.refund_waits_for({ refundNo: waitsFor })}</p>}
        {wentBack > 0 && wentBack < amount && <p className={style.why}>{m.refund_went_back({ amount: formatMoney(wentBack) })}</p>}
      </div>
      <RefundNextAction refund={refund} />
      <RefundStory refund={refund} />
    </article>
  )
}

/** A refund that is done: a row, which opens with all that the card says. */
export function RefundRow({ refund }: { refund: RefundAnswer }) {
  const { refundNo, amount, status, goesBack } = refund
  return (
    <article id={refundNo} className={row.row} aria-label={m.refund_one({ refundNo })}>
      <details>
        <summary>
          <span className={row.what}>
            <b>{whatOf(refund)}</b>
            <span>{[refund.causeText, lastStep(refund)].filter(Boolean).join(' · ')}</span>
          </span>
          <Chip tone={refundTone(status)}>{refundWord(status)}</Chip>
          <b className={row.amount}>{formatMoney(amount)}</b>
        </summary>
        <div className="stack gap-4">
          <p className={style.why}>{[refundNo, goesBack.length < 2 && wayWords(refund)].filter(Boolean).join(' · ')}</p>
          <RefundStory refund={refund} />
        </div>
      </details>
    </article>
  )
}

/** The court and the time that were given back, or what else it is for. */
function whatOf(refund: RefundAnswer): string {
  const periods = refund.items.flatMap(({ venue2ndName, start, end }) =>
    venue2ndName !== null && start !== null && end !== null ? [{ venue2ndName, start: new Date(start), end: new Date(end) }] : [],
  )
  const [first] = periods
  if (!first) return wordsOf(refund) || refund.causeText
  return [
    formatPeriod(first.start, first.end, getLocale()),
    periods.length > 1 ? m.orders_periods_count({ count: periods.length }) : first.venue2ndName,
  ].join(' · ')
}

function lastStep({ steps }: RefundAnswer): string | undefined {
  const at = steps.findLast((step) => step.at !== null)?.at
  return at ? formatDay(new Date(at), getLocale()) : undefined
}

/** What went back and why, step by step. */
function RefundStory({ refund }: { refund: RefundAnswer }) {
  const { refundNo, orderNo, goesBack, items } = refund
  return (
    <>
      {goesBack.length > 1 && <GoesBack parts={goesBack} />}
      {!items.some(({ start }) => start !== null) && <p className={order.number}>{wordsOf(refund)}</p>}
      {items.some(({ start }) => start !== null) && (
        <ul className={order.tickets}>
          {items.map((item) => (
            <ItemLine key={item.id} item={item} alone={items.length === 1} />
          ))}
        </ul>
      )}
      <p className={style.why}>
        {refund.causeText}
        {' · '}
        <Link to="/member/order/overview" search={{ orderNo }}>
          {m.orders_order({ orderNo })}
        </Link>
      </p>
      {refund.reason !== '' && <blockquote className={style.reason}>{refund.reason}</blockquote>}
      <RefundStepList refund={refund} />
      <PaperButtons path={`/api/Paper/Refund/${refundNo}`} />
    </>
  )
}

/** What goes back that has no court: the lines that were given back, or what the order is for. */
const wordsOf = ({ items, title }: RefundAnswer): string =>
  joinList(
    items.flatMap(({ words }) => words ?? []),
    getLocale(),
  ) ||
  (title ?? '')

/** An item without a period, such as a deposit or a duplicate payment, has no drawing: its cause is shown. */
function ItemLine({ item, alone }: { item: RefundAnswer['items'][number]; alone: boolean }) {
  const { venue1stName, venue2ndName, drawing, colour, start, end, paid, percent, amount, moved } = item
  if (venue1stName === null || venue2ndName === null || drawing === null || colour === null || start === null || end === null) return null
  return (
    <li>
      <Ticket item={{ venue1stName, venue2ndName, drawing, colour, start, end }} aside={!alone && <b>{formatMoney(amount)}</b>}>
        {moved ? (
          <>
            <p className={style.why}>{m.refund_moved({ before: formatMoney(moved.before), after: formatMoney(moved.after) })}</p>
            <p className={style.why}>{m.refund_moved_from({ before: movedFromWords(moved.from) })}</p>
          </>
        ) : (
          <p className={style.why}>
            {m.refund_percent({ percent })} · {m.refund_of_paid({ paid: formatMoney(paid) })}
          </p>
        )}
      </Ticket>
    </li>
  )
}

function wayWords({ way, account }: RefundAnswer): string {
  if (way === 'none') return m.refund_way_none()
  if (way === 'card') return m.refund_way_card()
  if (way === 'cash') return m.refund_way_cash()
  if (way === 'terminal') return m.refund_way_terminal()
  if (way === 'voucher') return m.refund_way_voucher()
  return account
    ? [m.refund_way_bank(), account.bankCode, account.bankName, account.bankAccount].filter(Boolean).join(' ')
    : m.refund_way_bank()
}

const when = (at: Date) => `${formatDay(at, getLocale())} ${formatTime(at)}`

/** Steps of a refund, done and to come. */
function RefundStepList({ refund: { steps } }: { refund: RefundAnswer }) {
  return (
    <ol className={style.steps} aria-label={m.refund_steps()}>
      {steps.map(({ status, at, note }) => {
        const isBad = status === 'failed' || status === 'rejected'
        return (
          <li key={`${status} ${at}`} data-done={at !== null || undefined} data-bad={isBad || undefined}>
            <span className={style.mark}>{at !== null && <Icon name={isBad ? 'alert' : 'check'} size={16} />}</span>
            <p className={style.words}>
              <b>{refundWord(status)}</b>
              {at === null ? <span>{m.refund_step_ahead()}</span> : <time dateTime={at}>{when(new Date(at))}</time>}
            </p>
            {note !== '' && <p className={style.note}>{note}</p>}
          </li>
        )
      })}
    </ol>
  )
}
