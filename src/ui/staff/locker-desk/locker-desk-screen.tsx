import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import type { DeskLocker, DeskPlanAnswer, OverLocker } from '#modules/lockers/desk-wire.ts'
import { whoIsOver, deskStatuses } from '#modules/lockers/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { ListAndPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { Queue } from '#ui/staff/kit/queue.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage, Panel } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { lockerAddress, lockerDeskKey, lockerDeskQuery, lockerDeskSearch, type LockerDeskSearch } from './locker-desk-queries.ts'
import { dayWord, outcomeWord, statusSign, statusWord } from './locker-desk-words.ts'
import { LockerPanel } from './locker-panel.tsx'
import { listRow } from '#ui/staff/kit/use-list-keys.ts'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import style from './locker-desk.module.css'

/** The lockers of the changing hall at the desk: the plan of each wall, and the list of those to call. */
export function LockerDeskScreen({ search: asked }: { search: LockerDeskSearch }) {
  const search = lockerDeskSearch(asked)
  const read = useQuery(lockerDeskQuery(useApi()))
  const { data } = read
  useScreenLive('/staff/lockers', [lockerDeskKey])
  const over = data ? whoIsOver(data.walls.flatMap(({ lockers }) => lockers)) : []
  return (
    <StaffPage
      title={m.staff_screen_locker_desk()}
      lead={m.locker_desk_lead()}
      actions={
        search.view === 'over' && (
          <>
            <StaffButton icon="print" onClick={() => print()}>
              {m.locker_desk_print()}
            </StaffButton>
            <DownloadButton path="/api/Staff/Locker/Calls.csv" fileName={() => `lockers-${today()}.csv`}>
              {m.locker_desk_csv()}
            </DownloadButton>
          </>
        )
      }
      tabs={
        <TabLinks label={m.staff_screen_locker_desk()}>
          <TabLink to="/staff/lockers" search={{}} here={search.view === undefined}>
            {m.locker_desk_plan()}
          </TabLink>
          <TabLink to="/staff/lockers" search={{ view: 'over' }} here={search.view === 'over'}>
            {m.locker_desk_calling({ count: over.length })}
          </TabLink>
        </TabLinks>
      }
    >
      <ReadFailure read={read} />
      {data && <View data={data} search={search} over={over} />}
    </StaffPage>
  )
}

type ViewProps = { data: DeskPlanAnswer; search: LockerDeskSearch; over: OverLocker[] }

function View({ data, search: { view, locker }, over }: ViewProps) {
  const open = findLocker(data, locker)
  const panel = open && <LockerPanel key={open.number} locker={open} view={view} over={over} />
  if (view !== 'over') return <ListAndPanel list={<LockerWalls data={data} open={open?.number} />} panel={panel} />
  return (
    <Queue
      label={m.locker_desk_calling({ count: over.length })}
      entries={over.map(({ number, rental }) => ({
        key: number,
        title: `${number}　${rental.name}　${rental.mobile}`,
        note: lastCall(rental.calls[0]) ?? m.locker_desk_not_called(),
        mark: <Chip tone="danger">{m.locker_desk_days({ days: rental.daysOver })}</Chip>,
      }))}
      open={open?.number}
      addressOf={(key) => lockerAddress('over', key)}
      now={new Date(data.serverTime)}
      empty={m.locker_desk_none_over()}
    >
      {panel}
    </Queue>
  )
}

const lastCall = (call: { outcome: keyof typeof outcomeWord; note: string; at: string } | undefined): string | undefined =>
  call && `${dayWord(dayOf(new Date(call.at)))} ${outcomeWord[call.outcome]()} ${call.note}`.trim()

const findLocker = ({ walls }: DeskPlanAnswer, number: string | undefined): DeskLocker | undefined =>
  walls.flatMap(({ lockers }) => lockers).find((one) => one.number === number)

/** Each wall as it is seen from the front. A locker says its state by colour, by a sign, and in words to screen readers. */
function LockerWalls({ data: { walls, counts }, open }: { data: DeskPlanAnswer; open: string | undefined }) {
  return (
    <div className="stack gap-4">
      <ul className={style.legend} aria-label={m.locker_desk_legend()}>
        {deskStatuses.map((status) => (
          <li key={status}>
            <span className={style.swatch} data-status={status} aria-hidden>
              {statusSign[status]}
            </span>
            {statusWord[status]()} <b>{counts[status]}</b>
          </li>
        ))}
      </ul>
      {walls.length === 0 && <p>{m.locker_desk_none()}</p>}
      {walls.map(({ wall, columns, lockers }) => (
        <Panel key={wall} title={m.locker_desk_wall({ wall })}>
          {/* A wide wall scrolls sideways within its own box. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={style.scroll} role="region" aria-label={m.locker_desk_wall({ wall })} tabIndex={0}>
            <div className={style.wall} style={{ gridTemplateColumns: `repeat(${columns}, minmax(3.25rem, 1fr))` }}>
              {lockers.map(({ number, status, column, row }) => (
                <Link
                  key={number}
                  {...listRow}
                  {...toLocation(lockerAddress(undefined, number))}
                  className={style.locker}
                  style={{ gridColumn: column, gridRow: row }}
                  data-status={status}
                  aria-current={number === open ? 'true' : undefined}
                  aria-label={`${number} ${statusWord[status]()}`}
                  resetScroll={false}
                >
                  <span aria-hidden>{number}</span>
                  <span aria-hidden className={style.sign}>
                    {statusSign[status]}
                  </span>
                </Link>
              ))}
            </div>
          </div>
        </Panel>
      ))}
    </div>
  )
}
