import type { ConnectionListAnswer } from '#modules/settings/connections-wire.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { settingsQuery } from '#ui/session/viewer.ts'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isReady, whatIsMissing, type Missing } from './readiness.ts'
import style from './staff-home.module.css'

/** What is missing before members can book and pay. For managers; connections for administrators. Undefined while it is not known. */
export function useMissing(roles: readonly ScreenRole[]): Missing[] | undefined {
  const api = useApi()
  const isManager = roles.includes('admin') || roles.includes('manager')
  const catalogue = useQuery({ ...catalogueQuery(api), enabled: isManager }).data
  const connections = useQuery({
    queryKey: ['staff-connections-set'],
    queryFn: () => api.get<ConnectionListAnswer>('/api/Staff/Connection/List', { silent: true }),
    enabled: roles.includes('admin'),
  }).data?.items
  const siteAccess = useQuery(settingsQuery(api)).data?.siteAccess
  return isManager && catalogue ? whatIsMissing({ catalogue, connections, siteAccess }) : undefined
}

/** Before the centre is open: what is missing, or that it is ready. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  if (isReady(missing))
    return (
      <Callout tone="success" title={m.staff_ready()}>
        {missing.length > 0 && <MissingLines missing={missing} />}
      </Callout>
    )
  return (
    <Panel title={m.staff_missing_title()} lead={m.staff_missing_lead()}>
      <MissingLines missing={missing} />
    </Panel>
  )
}

/** Each with a link to where it is set. */
export function MissingLines({ missing }: { missing: readonly Missing[] }) {
  return (
    <ul className={style.missing}>
      {missing.map((one) => (
        <li key={'facility' in one ? `${one.what} ${one.facility.code}` : one.what}>
          <MissingLine missing={one} />
        </li>
      ))}
    </ul>
  )
}

const connectionTexts = { payment: m.staff_missing_payment, mail: m.staff_missing_mail, texts: m.staff_missing_texts }
const facilityTexts = { courts: m.staff_missing_courts, hours: m.staff_missing_hours, prices: m.staff_missing_prices }

function MissingLine({ missing }: { missing: Missing }) {
  if ('facility' in missing) {
    const { what, facility } = missing
    return (
      <Link to="/staff/catalogue/facility" search={{ code: facility.code, tab: what }}>
        {facilityTexts[what]({ facility: say(facility.name, getLocale()) })}
      </Link>
    )
  }
  if (missing.what === 'facilities')
    return (
      <Link to="/staff/catalogue" search={{ new: '1' }}>
        {m.staff_missing_facilities()}
      </Link>
    )
  if (missing.what === 'wired') return m.staff_missing_wired()
  return <Link to="/staff/settings/connections">{connectionTexts[missing.what]()}</Link>
}
