import { m } from '#i18n/generated/messages.js'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useCanText } from '#ui/session/viewer.ts'
import { facilitiesQuery } from '#ui/venues/venue-queries.ts'
import { sayPriceFrom } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useWishForm } from './use-wish-form.ts'
import style from './waiting.module.css'
import { WishFields } from './wish-fields.tsx'
import { WishOutcomes } from './wish-outcomes.tsx'
import { facilitiesOf, type WishValues } from './wish-values.ts'

type Props = { initial: Partial<WishValues>; onDone(): void }

/** Joins the waiting list: what is wanted, what it costs, what happens next; then the place in line. */
export function WishForm(props: Props) {
  const found = useQuery(facilitiesQuery(useApi())).data
  return found ? <Form {...props} found={found} /> : <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
}

function Form({ found, initial, onDone }: Props & { found: FacilityListAnswer }) {
  const { values, change, outcomes, reopen, loggedIn, busy, ready, refused, errorAt, form } = useWishForm(found, initial)
  if (outcomes) return <WishOutcomes outcomes={outcomes} values={values} onBack={reopen} onDone={onDone} />
  const there = facilitiesOf(found.items, values.place)
  const cheapest = there.toSorted((a, b) => a.priceFrom - b.priceFrom)[0]
  return (
    <form className={style.form} {...form}>
      <p className={style.lead}>{m.wish_lead()}</p>
      <WishFields {...{ found, values, errorAt }} onChange={change} />
      {cheapest && <p className={style.fine}>{m.wish_price({ price: sayPriceFrom(cheapest) })}</p>}
      <NextSteps />
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy || !ready}>
        {loggedIn ? m.wish_submit() : m.wish_submit_visitor()}
      </Button>
    </form>
  )
}

/** What happens when something comes free. */
export function NextSteps() {
  return (
    <section className={style.next} aria-label={m.wish_next()}>
      <h3>{m.wish_next()}</h3>
      <ol>
        <li>{useCanText() ? m.wish_next_offer() : m.wish_next_offer_mail()}</li>
        <li>{m.wish_next_pay()}</li>
        <li>{m.wish_next_quota()}</li>
      </ol>
    </section>
  )
}
