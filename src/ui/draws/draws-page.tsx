import { m } from '#i18n/generated/messages.js'
import type { PublishedListAnswer } from '#modules/ballots/draw-page-wire.ts'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { Link } from '@tanstack/react-router'
import style from './draw-page.module.css'
import { sayMoment } from './draw-words.ts'

/** Ballots of which something is published, the newest first. */
export function DrawsPage({ draws }: { draws: PublishedListAnswer }) {
  return (
    <div className={style.page}>
      <header className="stack">
        <h1>{m.draws_title()}</h1>
        <p>{m.draws_description()}</p>
      </header>
      {draws.length === 0 && (
        <EmptyCourt>
          <p>{m.draws_none()}</p>
        </EmptyCourt>
      )}
      {draws.length > 0 && (
        <ul className={style.draws}>
          {draws.map(({ roundId, name, frozenAt, dueAt, drawnAt }) => (
            <li key={roundId}>
              <Link to="/draws/$round" params={{ round: String(roundId) }}>
                {name}
              </Link>
              <p className="note">
                {m.draw_step_frozen()} {sayMoment(frozenAt)} ·{' '}
                {drawnAt === null ? `${m.draw_step_due()} ${sayMoment(dueAt)}` : `${m.draw_step_drawn()} ${sayMoment(drawnAt)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
