import { m } from '#i18n/generated/messages.js'
import type { HallShare } from '#modules/ballots/draw-page-wire.ts'
import { Facts } from '#ui/kit/facts.tsx'
import style from '#ui/preorders/fairness.module.css'

/** For each hall: clubs by how much they got, first wishes, newcomers, and those without luck before. */
export function HallShares({ halls }: { halls: HallShare[] }) {
  return (
    <>
      <p className="note">{m.draw_halls_hint()}</p>
      <ul className={style.halls}>
        {halls.map((hall) => (
          <li key={hall.facility}>
            <h3>
              {hall.facility} <span>{m.draw_hall_clubs({ count: hall.clubs })}</span>
            </h3>
            <ul className={style.bars}>
              {hall.byPeriods.map((clubs, n) => (
                // The length repeats the number beside it.
                <li key={m.draw_hall_got({ n })}>
                  <span>{m.draw_hall_got({ n })}</span>
                  <span className={style.track} aria-hidden>
                    <span style={{ width: `${(100 * clubs) / hall.clubs}%` }} data-none={n === 0} />
                  </span>
                  <strong>{clubs}</strong>
                </li>
              ))}
            </ul>
            <Facts
              facts={[
                hall.firstWish.clubs > 0 && [m.draw_hall_first(), m.draw_hall_of(hall.firstWish)],
                hall.newcomers.clubs > 0 && [m.draw_hall_new(), m.draw_hall_of(hall.newcomers)],
                hall.luckless.clubs > 0 && [m.draw_hall_luckless(), m.draw_hall_of(hall.luckless)],
              ]}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
