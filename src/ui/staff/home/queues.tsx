import { m } from '#i18n/generated/messages.js'
import type { Queue } from '#modules/desk/today-rules.ts'
import type { WaitingAnswer } from '#modules/desk/today-wire.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { toLocation } from '#ui/staff/kit/to-location.ts'
import { queueAddress } from '#ui/staff/kit/waiting.ts'
import { Link } from '@tanstack/react-router'
import { DigestSwitch } from './digest-switch.tsx'
import { ageOf } from '#ui/staff/kit/age.ts'
import style from './queues.module.css'

/** Queues that have a panel of their own on this screen are left out. */
const titles: Partial<Record<Queue, () => string>> = {
  payouts: m.today_queue_payouts,
  proofs: m.today_queue_proofs,
  clubs: m.today_queue_clubs,
  preorders: m.today_queue_preorders,
  reports: m.today_queue_reports,
  lockers: m.today_queue_lockers,
  refunds: m.today_queue_refunds,
  appeals: m.today_queue_appeals,
  messages: m.today_queue_messages,
}

/** What waits for staff: how many, and how long the oldest has waited. All of them, so that each keeps its place. */
export function Queues({ waiting: { queues, serverTime }, role }: { waiting: WaitingAnswer; role: ScreenRole }) {
  const shown = queues.filter(({ queue }) => titles[queue])
  if (shown.length === 0) return null
  return (
    <Panel title={m.today_queues()}>
      <ul className={style.queues}>
        {shown.map((one) => (
          <li key={one.queue} data-waiting={one.count > 0 || undefined} data-late={isLate(one, new Date(serverTime)) || undefined}>
            <QueueTile {...one} address={queueAddress(one.queue, role)} now={new Date(serverTime)} />
          </li>
        ))}
      </ul>
      <DigestSwitch />
    </Panel>
  )
}

/** Days after which what waits is late: a working week. */
const lateDays = 7

const isLate = ({ oldest }: WaitingAnswer['queues'][number], now: Date) =>
  oldest !== null && now.getTime() - Date.parse(oldest) > lateDays * 86_400_000

type TileProps = WaitingAnswer['queues'][number] & { address: string | undefined; now: Date }

function QueueTile({ queue, count, oldest, address, now }: TileProps) {
  const words = (
    <>
      <span className={style.name}>{titles[queue]!()}</span>
      <b>{count}</b>
      <span className={style.age}>{oldest ? m.today_oldest({ age: ageOf(new Date(oldest), now) }) : m.today_nothing_waits()}</span>
    </>
  )
  if (!address) return <div className={style.tile}>{words}</div>
  return (
    <Link {...toLocation(address)} className={style.tile}>
      {words}
    </Link>
  )
}
