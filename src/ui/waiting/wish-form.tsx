import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { useCanPay, useCanText } from '#ui/session/viewer.ts'
import { facilitiesQuery, facilityQuery } from '#ui/venues/venue-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useWishForm } from './use-wish-form.ts'
import style from './waiting.module.css'
import { WishDetails, WishFields } from './wish-fields.tsx'
import { WishOutcomes } from './wish-outcomes.tsx'
import { facilitiesOf, isFacility, priceBodyOf, type WishValues } from './wish-values.ts'
import { wishPriceQuery } from './wish-queries.ts'
import { sayCourtCount, sayOffer, sayWhen, sayWhere } from './wish-words.ts'

type Props = { initial: Partial<WishValues>; onDone(): void }

/** Joins the waiting list: what is wanted, what it costs, what happens next; then the place in line. */
export function WishForm(props: Props) {
  const found = useQuery(facilitiesQuery(useApi())).data
  return found ? <Form {...props} found={found} /> : <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
}

function Form({ found, initial, onDone }: Props & { found: FacilityListAnswer }) {
  const { values, change, outcomes, reopen, loggedIn, busy, ready, refused, errorAt, form } = useWishForm(found, initial)
  // Where and when were asked before the form was opened: nothing more is needed to join.
  const [isWhole] = useState(() => values.days.length > 0 && facilitiesOf(found.items, values.place).length > 0)
  if (outcomes) return <WishOutcomes outcomes={outcomes} values={values} onBack={reopen} onDone={onDone} />
  const fields = { found, values, errorAt, onChange: change }
  return (
    <form className={style.form} {...form}>
      <p className="soft">{m.wish_lead()}</p>
      {isWhole ? <Asked found={found} values={values} /> : <WishFields {...fields} />}
      <More isWrong={refused?.errors.some(({ path }) => isWhole || path === 'notice') ?? false}>
        {isWhole && <WishFields {...fields} />}
        <WishDetails {...fields} />
      </More>
      <WishPrice values={values} />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy || !ready}>
            {loggedIn ? m.wish_submit() : m.wish_submit_visitor()}
          </Button>
        }
      />
      <NextSteps />
    </form>
  )
}

/** What the wished time costs; a range where several times or courts would do. */
function WishPrice({ values }: { values: WishValues }) {
  const { data, isPlaceholderData } = useQuery(wishPriceQuery(useApi(), priceBodyOf(values)))
  const price = data?.price
  if (!price) return null
  const [from, to] = [formatMoney(price.from), formatMoney(price.to)]
  return (
    <p className={style.fine} data-stale={isPlaceholderData || undefined}>
      {from === to ? m.wish_price({ price: price.to === 0 ? m.orders_free() : to }) : m.wish_price_range({ from, to })}
    </p>
  )
}

/** The fields under “more”. They open when one is wrong, so that it can be focused, and stay open while it is corrected. */
function More({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpen(true)
  }
  return (
    <details className={style.more} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.wish_more()}</summary>
      <div className={style.form}>{children}</div>
    </details>
  )
}

/** What is asked for, as the form was opened with it: the button below joins with it. */
function Asked({ found: { items }, values }: { found: FacilityListAnswer; values: WishValues }) {
  const { place, court, days, from, to, minutes, courts } = values
  const detail = useQuery({ ...facilityQuery(useApi(), Number(place)), enabled: court !== '' }).data
  const facility = isFacility(place) ? facilitiesOf(items, place)[0] : undefined
  const name = detail?.courtList.find(({ id }) => String(id) === court)?.name ?? facility?.name ?? ''
  return (
    <div className={style.asked}>
      <p className={style.where}>
        {sayWhere({ venue1stId: facility?.id ?? null, where: name, sport: place })}
        {Number(courts) > 1 && ` · ${sayCourtCount(Number(courts))}`}
      </p>
      {days.map((day) => (
        <p key={day}>{sayWhen({ day, from, to, minutes: Number(minutes) })}</p>
      ))}
    </div>
  )
}

/** What happens when a time becomes available. */
export function NextSteps() {
  const centre = { canText: useCanText(), canPay: useCanPay() }
  return (
    <section className={style.next} aria-label={m.wish_next()}>
      <h3>{m.wish_next()}</h3>
      <ol>
        <li>{sayOffer(centre)}</li>
        <li>{centre.canPay ? m.wish_next_pay() : m.wish_next_pay_desk()}</li>
        <li>{m.wish_next_quota()}</li>
      </ol>
    </section>
  )
}
