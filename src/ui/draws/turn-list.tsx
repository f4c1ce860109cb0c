import { m } from '#i18n/generated/messages.js'
import type { DrawPageAnswer, TurnShown } from '#modules/ballots/draw-page-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Pagination } from '#ui/kit/pagination.tsx'
import { Link } from '@tanstack/react-router'
import style from './draw-page.module.css'
import { sayTicket, sayWeekly } from './draw-words.ts'

const whyWords = {
  not_free: m.draw_why_not_free,
  taken: m.draw_why_taken,
  over_cap: m.draw_why_over_cap,
  set_aside: m.draw_why_set_aside,
}

/** Every turn in its order, a page at a time. */
export function TurnList({ draw, asked }: { draw: DrawPageAnswer; asked: number | undefined }) {
  const { turns, passedOver, roundId } = draw
  return (
    <>
      <p className="note">{m.draw_turns_hint()}</p>
      {passedOver.length > 0 && <Callout>{m.draw_passed_over({ numbers: passedOver.join(', ') })}</Callout>}
      <ol className={style.turns}>
        {turns.items.map((turn) => (
          <li key={turn.turn} data-own={turn.entry === asked}>
            <p>
              <strong>{m.draw_turn({ turn: turn.turn })}</strong> <span>{m.draw_turn_pass({ pass: turn.pass })}</span>
            </p>
            <p>{m.draw_turn_entry({ entry: turn.entry, ticket: sayTicket(turn.ticket) })}</p>
            <p>{sayTaken(turn)}</p>
            {turn.failed.length > 0 && <p className="note">{sayFailed(turn)}</p>}
          </li>
        ))}
      </ol>
      {turns.total > turns.pageSize && (
        <Pagination
          {...turns}
          renderStep={(page, label, icon) => (
            <Link
              to="/draws/$round"
              params={{ round: String(roundId) }}
              search={{ page: page > 1 ? String(page) : undefined, entry: asked === undefined ? undefined : String(asked) }}
              hash="turns"
              aria-label={label}
            >
              {icon}
            </Link>
          )}
        />
      )}
    </>
  )
}

const sayTaken = ({ taken }: TurnShown): string =>
  taken ? m.draw_turn_took({ rank: taken.rank, court: taken.court, when: sayWeekly(taken), dates: taken.dates }) : m.draw_turn_nothing()

const sayFailed = ({ failed }: TurnShown): string =>
  m.draw_turn_failed({ wishes: failed.map(({ rank, why }) => m.draw_failed_one({ rank, why: whyWords[why]() })).join('、') })
