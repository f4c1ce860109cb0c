import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { useApi } from '#ui/session/use-api.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { tillsKey, tillsQuery } from '#ui/staff/kit/till-query.ts'
import { useStaffLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import style from './staff-frame.module.css'

/** Whether a till is open, and what has to be in it. */
export function TillState() {
  useStaffLive(['tills', 'bookings'], [[...tillsKey, 'list']])
  // Read in the browser: no screen waits for it.
  const { data } = useQuery(tillsQuery(useApi()))
  if (!data) return null
  const [first, ...more] = data.open
  return (
    <Link to="/staff/till" className={style.till} data-open={first ? true : undefined}>
      <StaffIcon name="till" size={18} />
      <span>
        {first ? m.till_state_open({ name: first.name, amount: formatMoney(first.expected) }) : m.till_state_closed()}
        {more.length > 0 && ` +${more.length}`}
      </span>
    </Link>
  )
}
