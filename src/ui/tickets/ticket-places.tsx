import { m } from '#i18n/generated/messages.js'
import type { TicketItemAnswer } from './ticket-days.ts'
import style from './ticket-page.module.css'

/** Directions and rules, once for each building. */
export function TicketPlaces({ items }: { items: TicketItemAnswer[] }) {
  const facilities = [...new Map(items.map((item) => [item.venue1stName, item])).values()]
  return (
    <>
      {facilities.map(({ venue1stName, place, rules }) => (
        <section key={venue1stName} className={style.place} aria-label={venue1stName}>
          <h2>{venue1stName}</h2>
          {place && (
            <div>
              <h3>{m.ticket_place()}</h3>
              <p>{place}</p>
            </div>
          )}
          {rules.length > 0 && (
            <div>
              <h3>{m.ticket_rules()}</h3>
              <ul>
                {rules.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </div>
          )}
        </section>
      ))}
    </>
  )
}
