import { m } from '#i18n/generated/messages.js'
import type { PersonSearchAnswer } from '#modules/people/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PersonCard } from './person-card.tsx'
import { personCardKey, personSearchKey, personSearchQuery } from './person-queries.ts'
import { personView, type PersonSearch } from './person-search.ts'
import style from './person.module.css'
import { SearchField } from './search-field.tsx'

/** People: one field that finds by the start of a name, mobile, address, account or order number, and the chosen card. */
export function PersonScreen({ search }: { search: PersonSearch }) {
  const { q, person } = personView(search)
  useScreenLive('/staff/people', [personCardKey])
  // Bookings and refunds are on the card only.
  useScreenLive('/staff/people', [personSearchKey], ['people'])
  return (
    <StaffPage title={m.staff_screen_people()} lead={m.person_lead()}>
      <SearchField q={q} person={person} />
      {person ? <PersonCard key={person} id={person} q={q} /> : <Found q={q} />}
    </StaffPage>
  )
}

function Found({ q }: { q: string }) {
  const read = useQuery(personSearchQuery(useApi(), q))
  const { data, isPlaceholderData } = read
  if (q === '') return <p className="soft">{m.person_choose()}</p>
  const found = data?.items ?? []
  return (
    <div aria-busy={read.isLoading || isPlaceholderData}>
      <p className="sr-only" role="status">
        {data && !isPlaceholderData ? m.person_found_count({ count: found.length }) : ''}
      </p>
      <ReadFailure read={read} />
      {data && (
        <DataTable
          caption={m.person_found()}
          columns={columnsFor(q)}
          rows={found}
          rowKey={({ id, orderNo }) => `${id} ${orderNo}`}
          empty={m.person_none({ q })}
        />
      )}
    </div>
  )
}

type Row = PersonSearchAnswer['items'][number]

const columnsFor = (q: string): Column<Row>[] => [
  { key: 'name', head: m.person_name(), isRowHead: true, cell: (row) => <Name q={q} row={row} />, sortBy: ({ name }) => name },
  { key: 'mobile', head: m.person_mobile(), cell: ({ mobile }) => mobile || '—', sortBy: ({ mobile }) => mobile },
  { key: 'email', head: m.person_email(), cell: ({ email }) => <span className={style.address}>{email || '—'}</span>, isWide: true },
  { key: 'account', head: m.person_account(), cell: ({ account, isGuest }) => (isGuest ? m.person_guest() : account), isWide: true },
]

function Name({ q, row: { id, name, isGuest, email, orderNo } }: { q: string; row: Row }) {
  return (
    <span className={style.named}>
      <span className="facts">
        <Link to="/staff/people" search={{ q, person: id }} preload={false}>
          {name}
        </Link>
        {isGuest && <Chip>{m.counter_guest()}</Chip>}
        {orderNo && <Chip tone="good">{orderNo}</Chip>}
      </span>
      <span className={style.onPhone}>{email}</span>
    </span>
  )
}
