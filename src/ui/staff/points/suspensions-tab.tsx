import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { SuspensionListAnswer } from '#modules/violations/office-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { LiftSuspensionSheet } from '#ui/staff/kit/lift-suspension.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageLinks } from './page-links.tsx'
import { suspensionsQuery, usePointCall } from './points-queries.ts'
import { pointsSearch, type PointsSearch } from './points-search.ts'

type Suspension = SuspensionListAnswer['items'][number]

/** Suspensions that hold, or all; one may be lifted from here. */
export function SuspensionsTab({ search }: { search: PointsSearch }) {
  const read = useQuery(suspensionsQuery(useApi(), search))
  const { data } = read
  const [lifted, lift] = useState<Suspension>()
  const viewer = useViewer()
  const call = usePointCall()
  return (
    <>
      <Filters search={search} />
      <DataTable
        caption={m.points_tab_suspensions()}
        columns={columnsFor(viewer?.id, lift)}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        isFaded={({ isOpen }) => !isOpen}
        empty={data ? m.points_no_suspensions() : <ReadFailure read={read} missing={m.points_no_suspensions()} />}
      />
      <PageLinks search={search} next={data?.next ?? null} />
      {lifted && (
        <LiftSuspensionSheet
          name={lifted.person.name}
          suspension={lifted}
          isTold
          onSend={(body) => call('/api/Staff/Person/Lift', body, m.person_lifted())}
          onClose={() => lift(undefined)}
        />
      )}
    </>
  )
}

function Filters({ search }: { search: PointsSearch }) {
  const navigate = useNavigate()
  const { q, state } = search
  return (
    <FilterForm<PointsSearch>
      label={m.points_tab_suspensions()}
      search={search}
      words={{ name: 'q', label: m.points_name(), maxLength: 80 }}
      onApply={(typed) => void navigate({ to: '/staff/points', search: pointsSearch({ ...typed, state, tab: 'suspensions' }) })}
    >
      <StaffButtonLink to="/staff/points" search={{ tab: 'suspensions', ...(q && { q }), ...(!state && { state: 'all' }) }}>
        {state ? m.points_suspensions_open() : m.points_suspensions_all()}
      </StaffButtonLink>
    </FilterForm>
  )
}

const columnsFor = (viewerId: string | undefined, onLift: (suspension: Suspension) => void): Column<Suspension>[] => [
  {
    key: 'person',
    head: m.staff_orders_column_person(),
    isRowHead: true,
    cell: ({ person }) => <Link {...toLocation(`/staff/people?person=${person.id}`)}>{person.name || '—'}</Link>,
  },
  {
    key: 'period',
    head: m.points_period(),
    cell: ({ from, until }) => `${formatMoment(new Date(from), getLocale())} – ${formatMoment(new Date(until), getLocale())}`,
  },
  {
    key: 'why',
    head: m.refunds_cause(),
    isWide: true,
    cell: ({ points, reason, givenBy }) => (points > 0 ? m.points_led({ points }) : [reason, givenBy].filter(Boolean).join(' · ')),
  },
  {
    key: 'state',
    head: m.staff_orders_column_state(),
    cell: (suspension) =>
      suspension.isOpen ? (
        suspension.person.id === viewerId ? (
          <Chip>{m.points_holds()}</Chip>
        ) : (
          <StaffButton onClick={() => onLift(suspension)} aria-label={m.person_lift_title({ name: suspension.person.name })}>
            {m.person_lift()}
          </StaffButton>
        )
      ) : (
        <Chip>{suspension.liftedAt ? [m.points_lifted(), suspension.liftedBy].filter(Boolean).join(' · ') : m.points_over()}</Chip>
      ),
  },
]
