import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { StaffStarAnswer } from '#modules/feedback/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Stars } from '#ui/kit/stars.tsx'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { listRow } from '#ui/staff/kit/use-list-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ratingsPageSize, ratingsQuery } from './faults-queries.ts'
import { faultsView, type FaultsSearch, type FaultsView } from './faults-search.ts'
import style from './faults.module.css'

/** What members say about their visits, by facility, days, stars and words. */
export function RatingsView({ view }: { view: FaultsView }) {
  const read = useQuery(ratingsQuery(useApi(), view))
  const { data, isPlaceholderData } = read
  if (!data) return <ReadFailure read={read} />
  return (
    <>
      <Filters key={JSON.stringify(view)} view={view} facilities={data.facilities} />
      <div className="stack gap-4" aria-busy={isPlaceholderData || undefined}>
        <Summary answer={data} />
        {data.items.length === 0 && <p>{m.staff_ratings_none()}</p>}
        <ul className={style.opinions}>
          {data.items.map((rating) => (
            <Opinion key={rating.id} rating={rating} />
          ))}
        </ul>
        <Pages view={view} total={data.total} />
      </div>
    </>
  )
}

function Filters({ view, facilities }: { view: FaultsView } & Pick<StaffStarAnswer, 'facilities'>) {
  const navigate = useNavigate()
  const apply = (typed: FaultsSearch) => {
    const { page: _, ...asked } = faultsView({ ...typed, tab: 'ratings' })
    void navigate({ to: '/staff/tickets', search: asked })
  }
  const { q, place, stars, from, to } = view
  const isFiltered = [q, place, stars, from, to].some(Boolean)
  return (
    <FilterForm<FaultsSearch>
      label={m.staff_tickets_ratings()}
      search={view}
      words={{ name: 'q', label: m.staff_ratings_words(), maxLength: 60 }}
      choices={[
        {
          name: 'place',
          label: m.staff_tickets_facility(),
          every: m.staff_orders_every_facility(),
          options: facilities.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        {
          name: 'stars',
          label: m.staff_ratings_stars(),
          every: m.staff_ratings_every(),
          options: [1, 2, 3, 4].map((most) => ({ value: String(most), label: m.staff_ratings_at_most({ stars: most }) })),
        },
      ]}
      days={[
        ['from', m.staff_ratings_from()],
        ['to', m.staff_ratings_to()],
      ]}
      clear={isFiltered ? '/staff/tickets?tab=ratings' : undefined}
      onApply={apply}
    />
  )
}

function Summary({ answer: { total, average, byStars } }: { answer: StaffStarAnswer }) {
  const most = Math.max(1, ...byStars)
  return (
    <div className={style.summary}>
      <p role="status">
        <b>{average === null ? '—' : average.toFixed(1)}</b> {average !== null && <Stars value={average} />}
        <span>{m.staff_ratings_count({ count: total })}</span>
      </p>
      <dl className={style.bars}>
        {[5, 4, 3, 2, 1].map((stars) => (
          <div key={stars}>
            <dt>{m.staff_ratings_n_stars({ stars })}</dt>
            <dd>
              <meter min={0} max={most} value={byStars[stars - 1] ?? 0} aria-hidden />
              {byStars[stars - 1]}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const aspectWord = {
  cleanliness: m.star_aspect_cleanliness,
  equipment: m.star_aspect_equipment,
  staff: m.star_aspect_staff,
  value: m.star_aspect_value,
}

function Opinion({ rating }: { rating: StaffStarAnswer['items'][number] }) {
  const { stars, aspects, comment, memberName, createdAt, orderNo, venue1stName } = rating
  return (
    <li data-low={stars <= 2 || undefined} {...listRow}>
      <p className={style.opinionHead}>
        <Stars value={stars} />
        <b>{m.staff_ratings_n_stars({ stars })}</b>
        <span>{venue1stName ?? m.staff_ratings_centre()}</span>
        <span>
          {memberName || '—'} · {formatMoment(new Date(createdAt), getLocale())}
        </span>
        {orderNo && (
          <Link to="/staff/orders" search={{ order: orderNo }}>
            {orderNo}
          </Link>
        )}
      </p>
      {comment && (
        <p className={style.comment} dir="auto">
          {comment}
        </p>
      )}
      <p className="note">
        {Object.entries(aspects)
          .map(([aspect, given]) => `${aspectWord[aspect as keyof typeof aspectWord]()} ${given}`)
          .join(' · ')}
      </p>
    </li>
  )
}

function Pages({ view: { page, ...filters }, total }: { view: FaultsView; total: number }) {
  if (page === 1 && total <= ratingsPageSize) return null
  return (
    <nav className="cluster" aria-label={m.pagination_label()}>
      {page > 1 && (
        <StaffButtonLink to="/staff/tickets" search={{ ...filters, page: page > 2 ? String(page - 1) : undefined }} icon="left">
          {m.staff_content_newer()}
        </StaffButtonLink>
      )}
      {page * ratingsPageSize < total && (
        <StaffButtonLink to="/staff/tickets" search={{ ...filters, page: String(page + 1) }}>
          {m.staff_content_older()}
        </StaffButtonLink>
      )}
    </nav>
  )
}
