import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { ShareButton } from '#ui/kit/share-button.tsx'
import { CalendarButton } from '#ui/orders/calendar-button.tsx'
import { useCentreName } from '#ui/session/viewer.ts'
import { HallPlan } from '#ui/venues/hall-plan.tsx'
import type { TicketHall, TicketItemAnswer } from './ticket-days.ts'
import style from './ticket-item.module.css'

/** Where the court is, and passing the ticket's time and place on. */
export function TicketPlace({ orderNo, item, hall }: { orderNo: string; item: TicketItemAnswer; hall: TicketHall }) {
  const isOnPlan = hall.courts.length > 1 && hall.courts.some(({ id }) => id === item.venue2ndId)
  return (
    <div className={style.where}>
      {isOnPlan && !item.parked && <MarkedPlan item={item} hall={hall} />}
      {item.place && <p>{item.place}</p>}
      {item.code !== null && (
        <div className={style.deeds}>
          <ShareTicket item={item} hall={hall} />
          <CalendarButton orderNo={orderNo} />
        </div>
      )}
    </div>
  )
}

function MarkedPlan({ item, hall: { courts } }: { item: TicketItemAnswer; hall: TicketHall }) {
  const label = m.ticket_plan({ hall: item.venue1stName, count: courts.length, court: item.venue2ndName })
  return (
    <div role="img" aria-label={label}>
      <HallPlan
        courts={courts}
        drawing={item.drawing}
        colour={item.colour}
        small
        renderCourt={({ id }, box) => <span {...box} data-marked={id === item.venue2ndId || undefined} />}
      />
    </div>
  )
}

/** Tells others when and where. The code stays with the member: who has it can check in. */
function ShareTicket({ item, hall: { link } }: { item: TicketItemAnswer; hall: TicketHall }) {
  const centre = useCentreName()
  if (link === null) return null
  const when = formatPeriod(new Date(item.start), new Date(item.end), getLocale())
  const court = item.venue2ndName
  return (
    <ShareButton
      title={m.ticket_share_title({ court, when })}
      text={m.ticket_share_text({ when, centre, hall: item.venue1stName, court, place: item.place }).trim()}
      url={link}
    />
  )
}
