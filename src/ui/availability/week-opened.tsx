import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { FacilityTimes } from '#modules/venues/wire.ts'
import { Courts } from './time-choice.tsx'
import { WishButton } from '#ui/waiting/wish-button.tsx'
import { wishFor } from '#ui/waiting/wish-for.ts'
import type { FullTime, Time } from './week-model.ts'
import style from './week-strip.module.css'

/** The hour that was pressed, with its free courts to choose. */
export function WeekOpened({ found, time }: { found: FacilityTimes; time: Time }) {
  return (
    <div className={style.opened}>
      <p>
        <b>{formatPeriod(new Date(time.start), new Date(time.end), getLocale())}</b>
      </p>
      <Courts found={found} time={time} priced />
      {found.deposit > 0 && <p className="note">{m.venues_deposit_too({ amount: formatMoney(found.deposit) })}</p>}
    </div>
  )
}

/** The hour that was pressed, of which nothing is free: the way to wait for it. */
export function WeekFull({ found: { facility }, time: { start, end } }: { found: Pick<FacilityTimes, 'facility'>; time: FullTime }) {
  const [from, to] = [new Date(start), new Date(end)]
  return (
    <div className={style.opened}>
      <p>
        <b>{formatPeriod(from, to, getLocale())}</b> {m.week_full_text()}
      </p>
      <p className="soft">{m.wish_full_text()}</p>
      <WishButton key={start} initial={wishFor(facility.id, from, to)} className={style.wait} />
    </div>
  )
}
