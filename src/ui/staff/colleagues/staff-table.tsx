import { formatAgo, formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ListedStaff } from '#modules/staff/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { roleNames } from '#ui/staff/kit/role-name.ts'
import { Link } from '@tanstack/react-router'
import { factorWords } from './factor-words.ts'
import style from './colleagues.module.css'

/** Everybody with a role; a name opens the person. */
export function StaffTable({ staff, now }: { staff: ListedStaff[]; now: Date }) {
  return (
    <DataTable
      caption={m.staff_people_caption()}
      columns={columnsAt(now)}
      rows={staff}
      rowKey={({ id }) => id}
      isFaded={({ suspendedAt }) => suspendedAt !== null}
      empty={m.staff_people_none()}
    />
  )
}

const columnsAt = (now: Date): Column<ListedStaff>[] => [
  { key: 'name', head: m.staff_people_name(), cell: (one) => <Name person={one} />, sortBy: ({ name }) => name, isRowHead: true },
  {
    key: 'role',
    head: m.staff_people_role(),
    cell: ({ roles, suspendedAt }) => (
      <span className="facts">
        <span className={style.several}>{roleNames(roles)}</span>
        {suspendedAt !== null && <Chip tone="danger">{m.staff_people_suspended()}</Chip>}
      </span>
    ),
    sortBy: ({ roles }) => roleNames(roles),
  },
  { key: 'factor', head: m.staff_people_factor(), cell: (one) => <Factor person={one} /> },
  {
    key: 'since',
    head: m.staff_people_since(),
    cell: ({ since }) => (since === null ? '—' : formatDate(new Date(since), getLocale())),
    sortBy: ({ since }) => since ?? '',
    isWide: true,
  },
  {
    key: 'seen',
    head: m.staff_people_seen(),
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? m.staff_people_never() : formatAgo(new Date(lastSeenAt), now, getLocale())),
    sortBy: ({ lastSeenAt }) => lastSeenAt ?? '',
    isWide: true,
  },
  {
    key: 'sessions',
    head: m.staff_people_sessions(),
    cell: ({ sessions }) => sessions.length,
    sortBy: ({ sessions }) => sessions.length,
    align: 'end',
    isWide: true,
  },
]

function Name({ person: { id, name, email, isSelf } }: { person: ListedStaff }) {
  return (
    <span className={style.person}>
      <span className="facts">
        <Link to="/staff/settings/staff" search={{ who: id }}>
          {name || email}
        </Link>
        {isSelf && <Chip>{m.staff_people_you()}</Chip>}
      </span>
      <span className={style.soft}>{email}</span>
    </span>
  )
}

function Factor({ person }: { person: ListedStaff }) {
  const words = factorWords(person)
  return words.isMissing ? <Chip tone="due">{words.text}</Chip> : words.text
}
