import { formatDate, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt, timeFrom } from '#lib/zone.ts'
import type { StaffWishListAnswer } from '#modules/waiting/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Sheet } from '#ui/kit/sheet.tsx'
import { DataTable } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { sportName } from '#ui/venues/sport-names.ts'
import { sayCourtCount, sayWhen, sayWhere } from '#ui/waiting/wish-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { waitingQuery } from './board-queries.ts'
import style from './waiting-sheet.module.css'

/** Who waits for something on this day, in the order of the line, and how many courts are waited for in each hour. */
export function WaitingSheet({ day, onClose }: { day: string; onClose(): void }) {
  const read = useQuery(waitingQuery(useApi(), day))
  const { data } = read
  return (
    <Sheet open title={m.board_waiting_title({ day: formatDate(momentAt(day, 0), getLocale()) })} onClose={onClose}>
      <div className={style.sheet}>
        {read.isLoading && <p role="status">{m.nav_loading()}</p>}
        <ReadFailure read={read} />
        {data?.items.length === 0 && <p role="status">{m.board_waiting_none()}</p>}
        {data && data.items.length > 0 && <Line {...data} />}
      </div>
    </Sheet>
  )
}

function Line({ items, demand, more }: StaffWishListAnswer) {
  return (
    <>
      <section aria-labelledby="waiting-line">
        <h3 id="waiting-line">{m.board_waiting_line()}</h3>
        <p className="note">{m.board_waiting_hint()}</p>
        <ol className={style.line}>
          {items.map((wish) => (
            <li key={wish.id}>
              <Link {...toLocation(`/staff/people?person=${wish.personId}`)}>{wish.name}</Link>
              <span>
                {sayWhere(wish)} {sayWhen(wish)}
                {wish.courts > 1 && ` ${sayCourtCount(wish.courts)}`}
              </span>
              <span className="note">{m.wish_since({ moment: formatMoment(new Date(wish.createdAt), getLocale()) })}</span>
            </li>
          ))}
        </ol>
        {more && <p>{m.board_waiting_more()}</p>}
      </section>
      <div>
        <h3>{m.board_waiting_demand()}</h3>
        <DataTable
          caption={m.board_waiting_demand()}
          rows={demand}
          rowKey={({ sport, hour }) => `${sport} ${hour}`}
          empty={null}
          columns={[
            { key: 'hour', head: m.board_waiting_hour(), isRowHead: true, cell: ({ hour }) => timeFrom(hour * 60) },
            { key: 'sport', head: m.board_waiting_sport(), cell: ({ sport }) => sportName(sport) },
            { key: 'wishes', head: m.board_waiting_people(), align: 'end', cell: ({ wishes }) => wishes },
            { key: 'courts', head: m.board_waiting_courts(), align: 'end', cell: ({ courts }) => courts },
          ]}
        />
      </div>
    </>
  )
}
