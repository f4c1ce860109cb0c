import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import type { TodayAnswer } from '#modules/desk/today-wire.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { titleOf } from '#ui/feedback/report-words.ts'
import { toLocation } from '#ui/kit/to-location.ts'
import { addressFor } from '#ui/staff/kit/waiting.ts'
import { Link } from '@tanstack/react-router'
import { ageOf } from '#ui/staff/kit/age.ts'
import { AllOf, LineList, ListLine } from './list-line.tsx'
import { MissingLines } from './missing-list.tsx'
import type { Missing } from './readiness.ts'
import style from './today.module.css'

type Props = {
  today: Pick<TodayAnswer, 'broken' | 'failed' | 'textsWaiting'>
  missing: readonly Missing[]
  roles: readonly ScreenRole[]
  now: Date
}

/** What broke: settings without which members cannot book or pay, messages that could not be sent or wait for the next hour, faults that were reported. */
export function BrokenPanel({ today: { broken, failed, textsWaiting }, missing, roles, now }: Props) {
  const isQuiet = broken.total === 0 && (failed?.total ?? 0) === 0 && missing.length === 0 && !textsWaiting
  return (
    <Panel title={m.today_broken()}>
      {isQuiet && <p className="soft">{m.today_broken_none()}</p>}
      {missing.length > 0 && <MissingLines missing={missing} />}
      {failed && failed.total > 0 && (
        <p className={style.failed}>
          <Link to="/staff/settings/messages" search={{ state: 'failed' }}>
            {m.today_failed({ count: failed.total })}
          </Link>
          {failed.items[0]!.error && <span>{failed.items[0]!.error}</span>}
        </p>
      )}
      {textsWaiting && <TextsWaiting {...textsWaiting} address={addressFor('/staff/settings/messages?state=queued', roles)} />}
      {broken.total > 0 && (
        <LineList none="" rest={<AllOf total={broken.total} shown={broken.items.length} address={addressFor('/staff/tickets', roles)} />}>
          {broken.items.map(({ ticketNo, title, waterKind, facility, court, state, createdAt }) => (
            <ListLine
              key={ticketNo}
              lead={ticketNo}
              title={titleOf({ title, waterKind })}
              address={addressFor(`/staff/tickets?ticket=${ticketNo}`, roles)}
              text={[facility.name, court].filter(Boolean).join(' ')}
              aside={`${state === 'received' ? m.feedback_state_received() : m.feedback_state_in_progress()} · ${ageOf(new Date(createdAt), now)}`}
              tone={state === 'received' ? 'due' : undefined}
            />
          ))}
        </LineList>
      )}
    </Panel>
  )
}

type WaitingProps = NonNullable<TodayAnswer['textsWaiting']> & { address: string | undefined }

function TextsWaiting({ count, perHour, until, address }: WaitingProps) {
  const words = m.today_texts_waiting({ count })
  return (
    <p className={style.failed}>
      {address ? <Link {...toLocation(address)}>{words}</Link> : <b>{words}</b>}
      <span>{m.today_texts_waiting_why({ limit: perHour, until: formatTime(new Date(until)) })}</span>
    </p>
  )
}
