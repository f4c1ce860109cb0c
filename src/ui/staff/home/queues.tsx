import { m } from '#i18n/generated/messages.js'
import type { Queue } from '#modules/desk/today-rules.ts'
import type { WaitingAnswer, DigestSwitch as Switch } from '#modules/desk/today-wire.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { queueAddress } from '#ui/staff/kit/waiting.ts'
import { Link } from '@tanstack/react-router'
import { ageOf } from '#ui/staff/kit/age.ts'
import style from './queues.module.css'
import { useApi } from '#ui/session/use-api.ts'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { useCallsInTurn } from '#ui/staff/kit/use-staff-call.ts'
import type { ApiClient } from '#client/api-client.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

const titles: Record<Queue, () => string> = {
  late: m.today_queue_late,
  unpaid: m.today_queue_unpaid,
  parked: m.today_queue_parked,
  payouts: m.today_queue_payouts,
  proofs: m.today_queue_proofs,
  clubs: m.today_queue_clubs,
  preorders: m.today_queue_preorders,
  reports: m.today_queue_reports,
  lockers: m.today_queue_lockers,
  refunds: m.today_queue_refunds,
  discrepancies: m.today_queue_discrepancies,
  appeals: m.today_queue_appeals,
  messages: m.today_queue_messages,
}

/** What waits for staff, the roles' own work first: how many, and how long the oldest has waited. Queues in which nothing waits are one line. */
export function Queues({ waiting: { queues, serverTime }, roles }: { waiting: WaitingAnswer; roles: readonly ScreenRole[] }) {
  if (queues.length === 0) return null
  const [full, empty] = [queues.filter(({ count }) => count > 0), queues.filter(({ count }) => count === 0)]
  return (
    <Panel title={m.today_queues()}>
      {full.length > 0 && (
        <ul className={style.queues}>
          {full.map((one) => (
            <li key={one.queue} data-late={isLate(one, new Date(serverTime)) || undefined}>
              <QueueTile {...one} address={queueAddress(one.queue, roles)} now={new Date(serverTime)} />
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <p className={style.empty}>
          {full.length > 0 ? m.today_nothing_else_waits() : m.today_nothing_waits()}{' '}
          {empty.map(({ queue }) => (
            <QueueLink key={queue} queue={queue} address={queueAddress(queue, roles)} />
          ))}
        </p>
      )}
      <DigestSwitch />
    </Panel>
  )
}

/** Days after which what waits is late: a working week. */
const lateDays = 7

const isLate = ({ oldest }: WaitingAnswer['queues'][number], now: Date) =>
  oldest !== null && now.getTime() - Date.parse(oldest) > lateDays * 86_400_000

function QueueLink({ queue, address }: { queue: Queue; address: string | undefined }) {
  return address ? <Link {...toLocation(address)}>{titles[queue]()}</Link> : <span>{titles[queue]()}</span>
}

type TileProps = WaitingAnswer['queues'][number] & { address: string | undefined; now: Date }

function QueueTile({ queue, count, oldest, address, now }: TileProps) {
  const words = (
    <>
      <span className="small">{titles[queue]()}</span>
      <b>{count}</b>
      <span className="note">{oldest && m.today_oldest({ age: ageOf(new Date(oldest), now) })}</span>
    </>
  )
  if (!address) return <div className={style.tile}>{words}</div>
  return (
    <Link {...toLocation(address)} className={style.tile}>
      {words}
    </Link>
  )
}

const digestKey = ['staff-digest'] as const
const digestQuery = (api: ApiClient) =>
  queryOptions({ queryKey: digestKey, queryFn: () => api.get<Switch>('/api/Staff/Digest', { silent: true }), retry: false })

/** Switches the mail of the morning on or off, for oneself. */
function DigestSwitch() {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery(digestQuery(api))
  const { call } = useCallsInTurn([digestKey])
  if (!data) return null
  const change = (isOn: boolean) => {
    queries.setQueryData(digestKey, { isOn })
    void call('/api/Staff/Digest', { isOn }, { by: 'put' })
  }
  return <CheckInput label={m.today_digest()} checked={data.isOn} onChange={change} />
}
