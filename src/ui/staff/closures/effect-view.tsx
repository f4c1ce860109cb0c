import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { AffectedBooking, EffectAnswer } from '#modules/closures/closure-wire.ts'
import { whatChanged, type ClosureChoice } from '#modules/closures/rules.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { periodWord } from './closures-words.ts'
import style from './closures.module.css'

const periodsShown = 6

type Props = {
  effect: EffectAnswer
  /** The dry run that was looked at, when something has changed since. */
  before: EffectAnswer | undefined
  choice: ClosureChoice
}

/** Everything that a closure would do. */
export function EffectView({ effect, before, choice }: Props) {
  const { totals, lostOffers, periods, bookings, facilities } = effect
  const changed = before && whatChanged(before.bookings, bookings)
  return (
    <>
      {changed && <ChangedSince {...changed} />}
      <Totals totals={totals} choice={choice} />
      {lostOffers.bookings > 0 && (
        <Callout tone="due" title={m.closure_lost_offers({ count: lostOffers.bookings, back: formatMoney(lostOffers.back) })} />
      )}
      {facilities.length > 1 && <ByFacility facilities={facilities} choice={choice} />}
      <p>
        <b>{m.closure_periods()}</b> {periods.slice(0, periodsShown).map(periodWord).join('；')}
        {periods.length > periodsShown && ` ${m.closure_more_periods({ count: periods.length - periodsShown })}`}
      </p>
      {totals.bookings + lostOffers.bookings === 0 && <Callout tone="success" title={m.closure_effect_none()} />}
    </>
  )
}

/** The bookings themselves, after what is decided about all of them. */
export function EffectRows({ effect: { totals, bookings, facilities }, before }: Omit<Props, 'choice'>) {
  if (bookings.length === 0) return null
  const changed = before && whatChanged(before.bookings, bookings)
  const marks = new Map([
    ...(changed?.added ?? []).map(({ holderId }) => [holderId, m.closure_mark_new()] as const),
    ...(changed?.changed ?? []).map(({ holderId }) => [holderId, m.closure_mark_changed()] as const),
  ])
  return (
    <>
      <p className={style.hint}>
        {m.closure_instead_hint()}
        {bookings.length < totals.bookings && ` ${m.closure_shown({ count: bookings.length, total: totals.bookings })}`}
      </p>
      <Folded count={bookings.length}>
        <DataTable
          caption={m.closure_effect_title()}
          columns={columnsFor(marks, facilities.length > 1)}
          rows={bookings}
          rowKey={({ holderId }) => holderId}
          empty={m.closure_effect_none()}
        />
      </Folded>
    </>
  )
}

const foldedFrom = 20

/** A long list is folded: whoever decides about all of it need not pass it. */
export function Folded({ count, children }: { count: number; children: ReactNode }) {
  if (count < foldedFrom) return children
  return (
    <details className={style.folded}>
      <summary>{m.closure_show_all({ count })}</summary>
      {children}
    </details>
  )
}

function ChangedSince({ added, gone, changed }: ReturnType<typeof whatChanged<AffectedBooking>>) {
  const words = [
    added.length > 0 && m.closure_changed_added({ count: added.length }),
    gone.length > 0 &&
      `${m.closure_changed_gone({ count: gone.length })} (${gone.map(({ name, start, end }) => `${name} ${periodWord({ start, end })}`).join('；')})`,
    changed.length > 0 && m.closure_changed_changed({ count: changed.length }),
  ].filter(Boolean)
  return (
    <Callout tone="due" title={m.closure_changed_title()} role="alert">
      {words.join('；')}
      <br />
      {m.closure_changed_hint()}
    </Callout>
  )
}

function Totals({ totals, choice }: Pick<EffectAnswer, 'totals'> & { choice: ClosureChoice }) {
  const { people, bookings, back, offers, backBesideOffers, clubDates, unpaid } = totals
  const isOffer = choice === 'offer'
  const facts: [string, string][] = [
    [m.closure_total_people(), String(people)],
    ...(isOffer ? [[m.closure_item_offered(), String(offers)] satisfies [string, string]] : []),
    [m.closure_total_bookings(), String(isOffer ? bookings - offers : bookings)],
    [m.closure_total_back(), formatMoney(isOffer ? backBesideOffers : back)],
    [m.closure_total_club(), String(clubDates)],
    [m.closure_total_unpaid(), String(unpaid)],
  ]
  return (
    <dl className={style.totals}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How the totals divide. A person with bookings in two facilities is counted in each. */
function ByFacility({ facilities, choice }: Pick<EffectAnswer, 'facilities'> & { choice: ClosureChoice }) {
  return (
    <div>
      <h3 className={style.head}>{m.closure_by_facility()}</h3>
      <ul className="stack gap-1">
        {facilities.map(({ venue1stId, name, totals: { people, bookings, back, offers, backBesideOffers } }) => (
          <li key={venue1stId}>
            <b>{name}</b> {m.closure_rain_effect({ bookings, people, amount: formatMoney(choice === 'offer' ? backBesideOffers : back) })}
            {choice === 'offer' && offers > 0 && ` · ${m.closure_item_offered()} ${offers}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

const stateWord = { unpaid: m.closure_state_unpaid, held: m.closure_state_held, paid: m.closure_state_paid }

const columnsFor = (marks: ReadonlyMap<string, string>, isSeveral: boolean): Column<AffectedBooking>[] => [
  {
    key: 'when',
    head: m.closure_column_when(),
    isRowHead: true,
    cell: (booking) => (
      <>
        {periodWord(booking)}
        <CellNote>
          {isSeveral && booking.facility} {booking.court}
        </CellNote>
      </>
    ),
  },
  {
    key: 'who',
    head: m.closure_column_who(),
    cell: ({ holderId, name, memberId, isClub, isGuest, orderNo }) => (
      <>
        <Link {...toLocation(`/staff/people?person=${memberId}`)}>{name || '—'}</Link>{' '}
        {marks.has(holderId) && <Chip tone="due">{marks.get(holderId)}</Chip>}
        <CellNote>
          {isClub && `${m.closure_club()} `}
          {isGuest && `${m.closure_guest()} `}
          {orderNo ?? m.closure_preorder()}
        </CellNote>
      </>
    ),
  },
  {
    key: 'back',
    head: m.closure_column_back(),
    align: 'end',
    cell: ({ back, state }) => (
      <>
        {formatMoney(back)}
        <CellNote>{stateWord[state]()}</CellNote>
      </>
    ),
  },
  {
    key: 'instead',
    head: m.closure_column_instead(),
    isWide: true,
    cell: ({ instead }) =>
      instead ? (
        <>
          {instead.facility} {instead.court}
          <CellNote>{periodWord(instead)}</CellNote>
        </>
      ) : (
        <span className="soft">{m.closure_instead_none()}</span>
      ),
  },
]
