import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { PlanAnswer, RentalAnswer } from '#modules/lockers/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FloorPlan } from './floor-plan.tsx'
import { mineQuery, planQuery } from './locker-queries.ts'
import { LockerTerms } from './locker-terms.tsx'
import { dayWord, sizeWord, statusOf, type PlanLocker } from './locker-words.ts'
import style from './lockers.module.css'
import { MyLocker } from './my-locker.tsx'
import { RentForm } from './rent-form.tsx'

/** A28: one's own locker, and the plan of all of them. */
export function LockerPage() {
  const api = useApi()
  const { data: plan } = useQuery(planQuery(api))
  const { data: mine } = useQuery(mineQuery(api))
  if (!plan || !mine) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <div className={detail.page}>
      <header>
        <h1 className={style.heading}>{m.locker_title()}</h1>
        <p className={style.lead}>{m.locker_lead()}</p>
      </header>
      {mine.current && <MyLocker rental={mine.current} plan={plan} serverTime={mine.serverTime} />}
      <Plan plan={plan} hasOne={mine.current !== null} />
      {mine.past.length > 0 && <Past rentals={mine.past} />}
    </div>
  )
}

function Plan({ plan, hasOne }: { plan: PlanAnswer; hasOne: boolean }) {
  const [chosen, setChosen] = useState<PlanLocker>()
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title" className={style.subheading}>
        {m.locker_plan()}
      </h2>
      <ul className={style.offers}>
        {plan.sizes.map(({ size, monthPrice, halfYearPrice, deposit, free, total }) => (
          <li key={size}>
            <b>{sizeWord[size]()}</b>
            <span>
              {m.locker_prices({ month: formatMoney(monthPrice), halfYear: formatMoney(halfYearPrice), deposit: formatMoney(deposit) })}
            </span>
            <span>{m.locker_free_of({ free, total })}</span>
          </li>
        ))}
      </ul>
      {hasOne ? <Callout tone="info" title={m.problem_one_locker_each()} /> : <p className={style.lead}>{m.locker_choose()}</p>}
      <FloorPlan plan={plan} chosenId={chosen?.id} onChoose={hasOne ? () => {} : setChosen} />
      <LockerTerms plan={plan} />
      {chosen && (
        <Sheet open title={m.locker_rent_title({ number: chosen.number })} onClose={() => setChosen(undefined)}>
          <RentForm key={chosen.id} locker={chosen} plan={plan} onDone={() => setChosen(undefined)} />
        </Sheet>
      )}
    </section>
  )
}

function Past({ rentals }: { rentals: RentalAnswer[] }) {
  return (
    <section aria-labelledby="past-title">
      <h2 id="past-title" className={style.subheading}>
        {m.locker_past()}
      </h2>
      <ul className={style.past}>
        {rentals.map(({ id, number, status, lastDay }) => (
          <li key={id}>
            <b>{number}</b>
            {lastDay && <span>{m.locker_until({ day: dayWord(lastDay) })}</span>}
            <Chip tone={statusOf[status].tone}>{statusOf[status].word()}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
