import { m } from '#i18n/generated/messages.js'
import { deskStatuses } from '#modules/lockers/desk-rules.ts'
import type { DeskPlanAnswer } from '#modules/lockers/desk-wire.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { toLocation } from '#ui/staff/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import { lockerAddress } from './locker-desk-queries.ts'
import { statusSign, statusWord } from './locker-desk-words.ts'
import style from './locker-desk.module.css'

/** Each wall as it is seen from the front. A locker says its state by colour, by a sign, and in words to screen readers. */
export function LockerWalls({ data: { walls, counts }, open }: { data: DeskPlanAnswer; open: string | undefined }) {
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
