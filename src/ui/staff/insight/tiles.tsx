import { m } from '#i18n/generated/messages.js'
import { amountText, formatMoney } from '#i18n/money.ts'
import { averageStars, comparableFrom, differenceOf, pointsDifference, shareOf, type Comparable } from '#modules/insight/rules.ts'
import type { InsightAnswer, VisitsOf } from '#modules/insight/wire.ts'
import { differenceText, percentText, pointsText } from './figure-words.ts'
import style from './insight.module.css'

type Tile = { name: string; value: string; difference: string; before: string }

/** The period in a few numbers, each with its difference to the one beside it. */
export function Tiles({ insight }: { insight: InsightAnswer }) {
  return (
    <dl className={style.tiles}>
      {tilesOf(insight).map(({ name, value, difference, before }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{difference}</span>
            <small>{m.insight_before_value({ value: before })}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A number of days that were partly before the centre's first day is shown and compared with nothing; of all such days it is none. */
const countsBeside =
  (comparable: Comparable) =>
  (name: string, now: number, before: number, write = amountText): Tile => {
    const isKnown = comparable !== 'none' || before !== 0
    return {
      name,
      value: write(now),
      difference: differenceText(differenceOf(now, comparable === 'whole' ? before : null), write),
      before: isKnown ? write(before) : m.insight_unknown(),
    }
  }

const share = (name: string, now: number | null, before: number | null): Tile => ({
  name,
  value: percentText(now),
  difference: pointsText(pointsDifference(now, before)),
  before: percentText(before),
})

function tilesOf({ visits, money, before: beside, firstDay }: InsightAnswer): Tile[] {
  const count = countsBeside(comparableFrom(beside, firstDay))
  const kept = count(m.insight_tile_net(), money.now.in - money.now.out, money.before.in - money.before.out, formatMoney)
  if (!visits)
    return [
      kept,
      count(m.insight_tile_in(), money.now.in, money.before.in, formatMoney),
      count(m.insight_tile_out(), money.now.out, money.before.out, formatMoney),
    ]
  const { now, before } = visits
  const wanted = ({ demand }: VisitsOf) => demand.refused + demand.searched + demand.seen
  return [
    share(m.insight_tile_use(), shareOf(now.booked, now.bookable), shareOf(before.booked, before.bookable)),
    count(m.insight_tile_bookings(), now.bookings, before.bookings),
    kept,
    count(m.insight_tile_refused(), wanted(now), wanted(before)),
    share(m.insight_tile_no_shows(), shareOf(now.missed, now.came + now.missed), shareOf(before.missed, before.came + before.missed)),
    rating(now, before),
  ]
}

function rating(now: VisitsOf, before: VisitsOf): Tile {
  const rounded = ({ ratings }: VisitsOf) => {
    const average = averageStars(ratings.stars)
    return average === null ? null : Math.round(average * 10) / 10
  }
  const write = (stars: number | null) => (stars === null ? m.insight_unknown() : stars.toFixed(1))
  const [here, then] = [rounded(now), rounded(before)]
  const difference = differenceOf(here, then)
  const plain = 'percent' in difference ? { ...difference, percent: null } : difference
  return {
    name: m.insight_tile_rating(),
    value: write(here),
    difference: differenceText(plain, (by) => by.toFixed(1)),
    before: write(then),
  }
}
