import { m } from '#i18n/generated/messages.js'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import style from './points.module.css'
import type { PointsSearch } from './points-search.ts'

/** To the newest and to older entries of a list. */
export function PageLinks({ search: { after, point: _, ...filters }, next }: { search: PointsSearch; next: string | null }) {
  if (after === undefined && next === null) return null
  return (
    <nav className={style.actions} aria-label={m.pagination_label()}>
      {after && (
        <StaffButtonLink to="/staff/points" search={filters} icon="left">
          {m.refunds_newest()}
        </StaffButtonLink>
      )}
      {next && (
        <StaffButtonLink to="/staff/points" search={{ ...filters, after: next }}>
          {m.points_older()}
        </StaffButtonLink>
      )}
    </nav>
  )
}
