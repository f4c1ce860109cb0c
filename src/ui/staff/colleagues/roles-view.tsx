import { m } from '#i18n/generated/messages.js'
import { staffRoles } from '#modules/staff/rules.ts'
import { staffScreens, type ScreenRole } from '#navigation/staff-screens.ts'
import { useApi } from '#ui/session/use-api.ts'
import { aboutRole } from '#ui/staff/kit/about-role.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { roleName } from '#ui/staff/kit/role-name.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import style from './colleagues.module.css'
import { roleListQuery } from './staff-query.ts'

type Right = { key: string; what: string; roles: readonly ScreenRole[]; isCode?: true }

/**
 * What each role may do, from what is enforced: the table of screens from which the guard is made, and the API's own list of
 * calls and kinds of files.
 */
export function RolesView() {
  const { data } = useQuery(roleListQuery(useApi()))
  const screens = staffScreens.map(({ path, title, roles }) => ({ key: path, what: title(), roles }))
  const files = data?.files.map(({ use, title, roles }) => ({ key: use, what: title, roles })) ?? []
  const calls = data?.calls.map(({ call, roles }) => ({ key: call, what: call, roles, isCode: true as const })) ?? []
  return (
    <>
      <Panel title={m.staff_roles_in_words()}>
        <dl className={style.words}>
          {staffRoles.map((role) => (
            <div key={role}>
              <dt>{roleName(role)}</dt>
              <dd>{aboutRole(role)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Rights title={m.staff_roles_screens()} rights={screens} />
      <Rights title={m.staff_roles_files()} rights={files} />
      <details className={style.calls}>
        <summary>{m.staff_roles_calls({ count: calls.length })}</summary>
        <Rights title={m.staff_roles_calls({ count: calls.length })} rights={calls} />
      </details>
    </>
  )
}

function Rights({ title, rights }: { title: string; rights: Right[] }) {
  return (
    <section className={style.part}>
      <h2>{title}</h2>
      <DataTable caption={title} columns={columns()} rows={rights} rowKey={({ key }) => key} empty={m.nav_loading()} />
    </section>
  )
}

const columns = (): Column<Right>[] => [
  {
    key: 'what',
    head: m.staff_roles_what(),
    cell: ({ what, isCode }) => (isCode ? <code className={style.code}>{what}</code> : <span className={style.what}>{what}</span>),
    isRowHead: true,
  },
  ...staffRoles.map((role) => ({
    key: role,
    head: roleName(role),
    cell: ({ roles }: Right) => <May isAllowed={roles.includes(role)} />,
  })),
]

/** A tick or a dash, with the word for screen readers. */
function May({ isAllowed }: { isAllowed: boolean }) {
  return (
    <span className={isAllowed ? style.yes : 'soft'}>
      {isAllowed ? <StaffIcon name="check" size={18} /> : <span aria-hidden>–</span>}
      <span className="sr-only">{isAllowed ? m.staff_roles_yes() : m.staff_roles_no()}</span>
    </span>
  )
}
