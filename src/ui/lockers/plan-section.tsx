import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { monthsOf } from '#modules/lockers/rules.ts'
import type { PlanAnswer } from '#modules/lockers/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useState } from 'react'
import { FloorPlan, PlanLegend } from './floor-plan.tsx'
import { LockerTerms } from './locker-terms.tsx'
import { termWord, type PlanLocker } from './locker-words.ts'
import style from './lockers.module.css'
import { wallsShown, type PlanFilter } from './plan-model.ts'
import { RentForm } from './rent-form.tsx'
import { FilterLink, FilterLinks } from '#ui/kit/filter-links.tsx'
import { searchOf } from './locker-search.ts'

/** Plan of all lockers with prices, and the form for the chosen one. */
export function PlanSection({ plan, hasOne, filter }: { plan: PlanAnswer; hasOne: boolean; filter: PlanFilter }) {
  const [chosen, setChosen] = useState<PlanLocker>()
  const walls = wallsShown(plan.walls, filter)
  return (
    <section className="stack gap-4" aria-labelledby="plan-title">
      <h2 id="plan-title">{m.locker_plan()}</h2>
      <Prices plan={plan} />
      {hasOne ? <Callout tone="info" title={m.problem_one_locker_each()} /> : <p className={style.lead}>{m.locker_choose()}</p>}
      <PlanFilters plan={plan} filter={filter} />
      <PlanLegend />
      {walls.length === 0 && <Callout tone="info" title={m.locker_none_free()} />}
      <FloorPlan walls={walls} sizes={plan.sizes} chosenId={chosen?.id} onChoose={hasOne ? undefined : setChosen} />
      <LockerTerms plan={plan} />
      {chosen && (
        <Sheet open title={m.locker_rent_title({ number: chosen.number })} onClose={() => setChosen(undefined)}>
          <RentForm key={chosen.id} locker={chosen} plan={plan} onDone={() => setChosen(undefined)} />
        </Sheet>
      )}
    </section>
  )
}

function Prices({ plan: { sizes } }: { plan: PlanAnswer }) {
  const terms = [...new Set(sizes.flatMap((size) => size.terms.map(({ term }) => term)))].toSorted((a, b) => monthsOf(a) - monthsOf(b))
  return (
    <table className={style.prices}>
      <caption className="sr-only">{m.locker_prices()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.locker_size()}</th>
          {terms.map((term) => (
            <th key={term} scope="col">
              {termWord(term)}
            </th>
          ))}
          <th scope="col">{m.locker_deposit()}</th>
          <th scope="col">{m.locker_free()}</th>
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ size, name, terms: offered, deposit, free, total }) => (
          <tr key={size}>
            <th scope="row">{name}</th>
            {terms.map((term) => {
              const price = offered.find((one) => one.term === term)?.price
              return <td key={term}>{price === undefined ? '–' : formatMoney(price)}</td>
            })}
            <td>{formatMoney(deposit)}</td>
            <td>{m.locker_free_of({ free, total })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const thisPage = { to: '/member/order/locker', replace: true, resetScroll: false, activeOptions: { exact: true } } as const

function PlanFilters({ plan, filter }: { plan: PlanAnswer; filter: PlanFilter }) {
  const leadingTo = (next: PlanFilter) => ({ ...thisPage, search: searchOf(next) })
  const sizes = [{ size: undefined, name: m.orders_all() }, ...plan.sizes]
  return (
    <FilterLinks label={m.locker_filter()}>
      {sizes.map(({ size, name }) => (
        <FilterLink key={size ?? 'all'} {...leadingTo({ ...filter, size })} here={filter.size === size}>
          {name}
        </FilterLink>
      ))}
      <FilterLink {...leadingTo({ ...filter, onlyFree: !filter.onlyFree })} here={filter.onlyFree}>
        {m.locker_only_free()}
      </FilterLink>
    </FilterLinks>
  )
}
