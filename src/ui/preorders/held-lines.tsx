import { m } from '#i18n/generated/messages.js'
import type { PreOrderDetail } from '#modules/preorders/wire.ts'
import { useState } from 'react'
import chips from './date-chips.module.css'
import style from './held-lines.module.css'
import { datesWord, dayShort, sayDay, weekdayWord } from './preorder-words.ts'
import { weekdayOf } from '#lib/zone.ts'
import { formatMoment } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { usePreOrdersChanged } from './preorder-queries.ts'

type Line = PreOrderDetail['lines'][number]
const stateWords = { held: m.preorder_date_held, 'given-back': m.preorder_date_given_back, released: m.preorder_date_released }

/** Lines of a pre-order with their dates; a date that can be given back is a button. */
export function HeldLines({ preOrder }: { preOrder: PreOrderDetail }) {
  const [asked, setAsked] = useState<{ line: Line; date: HeldDate }>()
  return (
    <>
      <ul className={style.lines}>
        {preOrder.lines.map((line) => (
          <li key={`${line.venue2ndId} ${line.start} ${line.dates[0]?.id}`}>
            <h2>
              {line.venue2ndName} <span>{line.venue1stName}</span>
            </h2>
            <p>
              {whenOf(line)} · {datesWord(line.dates.filter(({ state }) => state === 'held').length)}
            </p>
            <ul className={chips.dates} aria-label={m.preorder_dates_of({ line: `${line.venue2ndName} ${whenOf(line)}` })}>
              {line.dates.map((date) => (
                <li key={date.id} className={chips.date} data-state={date.state === 'held' ? 'held' : 'out'}>
                  {date.giveBack ? (
                    <button type="button" className={style.release} aria-haspopup="dialog" onClick={() => setAsked({ line, date })}>
                      {dayShort(date.date)}
                      <span className="sr-only">{m.preorder_give_back()}</span>
                    </button>
                  ) : (
                    <span>{dayShort(date.date)}</span>
                  )}
                  {date.state !== 'held' && <small>{stateWords[date.state]()}</small>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {preOrder.lines.some(({ dates }) => dates.some(({ giveBack }) => giveBack)) && (
        <p className={style.hint}>{m.preorder_give_back_hint()}</p>
      )}
      {asked && (
        <GiveBackDate
          orderNo={preOrder.orderNo}
          what={`${asked.line.venue2ndName} ${sayDay(asked.date.date)} ${asked.line.start}–${asked.line.end}`}
          date={asked.date}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Time of a line: 每週二 19:00–21:00 when all of its dates have the same weekday. */
function whenOf({ dates, start, end }: Line): string {
  const hours = `${start}–${end}`
  const weekdays = new Set(dates.map(({ date }) => weekdayOf(date)))
  const [only] = weekdays
  return weekdays.size === 1 && dates.length > 1
    ? m.preorder_every_week({ weekday: weekdayWord(only!), hours })
    : m.preorder_on_dates({ hours })
}

type HeldDate = PreOrderDetail['lines'][number]['dates'][number]

/** Gives one date back, after a confirmation that names the refund. */
function GiveBackDate({ orderNo, what, date, onClose }: { orderNo: string; what: string; date: HeldDate; onClose(): void }) {
  const api = useApi()
  const changed = usePreOrdersChanged()
  const { busy, refused, form } = useSubmit(async () => {
    const { refund } = await api.post<{ refund: number }>('/api/PreOrder/Community/GiveBack', { orderNo, dateId: date.id })
    await changed()
    onClose()
    toast('success', refund > 0 ? m.preorder_gave_back({ amount: formatMoney(refund) }) : m.preorder_gave_back_nothing())
  })
  const { giveBack } = date
  return (
    <Sheet open title={m.preorder_give_back_title()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <p>{m.preorder_give_back_text({ what })}</p>
        {giveBack && (
          <p className={order.amount}>
            <span>{m.preorder_give_back_refund({ percent: giveBack.percent })}</span>
            <b>{formatMoney(giveBack.refund)}</b>
          </p>
        )}
        {giveBack && (
          <p className={order.number}>{m.preorder_give_back_until({ moment: formatMoment(new Date(giveBack.until), getLocale()) })}</p>
        )}
        <FormProblem refused={refused} />
        <SheetActions
          main={
            <Button type="submit" look="danger" busy={busy}>
              {m.preorder_give_back_sure()}
            </Button>
          }
        >
          <Button look="quiet" onClick={onClose}>
            {m.preorder_keep()}
          </Button>
        </SheetActions>
      </form>
    </Sheet>
  )
}
