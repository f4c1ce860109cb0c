import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ListedPointAnswer } from '#modules/violations/office-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ListAndPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { appealOf, kindWord, statusOf } from '#ui/violations/violation-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListFilters } from './list-filters.tsx'
import { PageLinks } from './page-links.tsx'
import { PointPanel } from './point-panel.tsx'
import { pointListQuery } from './points-queries.ts'
import { pointsAddress, type PointsSearch } from './points-search.ts'

/** All points, newest first, decided appeals among them. */
export function ListTab({ search }: { search: PointsSearch }) {
  const read = useQuery(pointListQuery(useApi(), search))
  const { data } = read
  const { point, ...rest } = search
  const list = (
    <>
      <DataTable
        caption={m.points_tab_list()}
        columns={columnsFor(search)}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        open={point}
        empty={data ? m.points_none_found() : <ReadFailure read={read} missing={m.points_none_found()} />}
      />
      <PageLinks search={search} next={data?.next ?? null} />
    </>
  )
  return (
    <ListAndPanel
      filters={<ListFilters search={search} facilities={data?.facilities ?? []} />}
      list={list}
      panel={
        point !== undefined && <PointPanel key={point} pointId={point} closed={pointsAddress(rest)} onDecided={() => Promise.resolve()} />
      }
    />
  )
}

const columnsFor = (search: PointsSearch): Column<ListedPointAnswer>[] => [
  {
    key: 'person',
    head: m.staff_orders_column_person(),
    isRowHead: true,
    cell: ({ id, person, orderNo }) => (
      <>
        <Link to="/staff/points" search={{ ...search, point: id }} resetScroll={false}>
          {person.name || '—'}
        </Link>
        <CellNote>{orderNo}</CellNote>
      </>
    ),
  },
  { key: 'kind', head: m.points_kind(), isLong: true, cell: ({ kind }) => kindWord[kind]() },
  { key: 'at', head: m.points_given_at(), isWide: true, cell: ({ at }) => formatMoment(new Date(at), getLocale()) },
  {
    key: 'status',
    head: m.staff_orders_column_state(),
    cell: ({ status, appeal, removedBy, decidedBy }) => (
      <>
        <Chip tone={statusOf[status].tone}>{statusOf[status].word()}</Chip>
        {appeal && <CellNote>{[appealOf[appeal].word(), decidedBy].filter(Boolean).join(' · ')}</CellNote>}
        {!appeal && removedBy && <CellNote>{removedBy}</CellNote>}
      </>
    ),
  },
]
