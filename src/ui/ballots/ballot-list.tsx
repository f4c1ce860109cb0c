import { m } from '#i18n/generated/messages.js'
import type { BallotsAnswer } from '#modules/ballots/wish-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { sayStretch } from '#ui/preorders/preorder-words.ts'
import { useQuery } from '@tanstack/react-query'
import { ballotsQuery } from './ballot-queries.ts'
import { sayMoment, stageWord } from './ballot-words.ts'
import style from './ballots.module.css'

type Listed = BallotsAnswer[number]

/** Seasons that are drawn: where each stands, and the club's part in it. Nothing when there are none. */
export function BallotList() {
  const { data } = useQuery(ballotsQuery(useApi()))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="ballots" className={style.list}>
      <h2 id="ballots">{m.ballot_section()}</h2>
      <ul>
        {data.slice(0, 4).map((ballot) => (
          <li key={ballot.roundId} className={style.card}>
            <div>
              <p className={style.stage}>{stageWord(ballot.stage)}</p>
              <h3>{ballot.name}</h3>
              <p className={style.quiet}>{sayStretch(ballot.seasonFrom, ballot.seasonTo)}</p>
              <p className={style.quiet}>{whatNow(ballot)}</p>
            </div>
            {ballot.stage !== 'soon' && (
              <ButtonLink
                to="/member/order/schedule/create"
                search={{ ballot: String(ballot.roundId) }}
                look={ballot.stage === 'open' || ballot.offers > 0 ? 'primary' : 'secondary'}
              >
                {linkWords(ballot)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function whatNow({ stage, wishes, drawn, offers, end, dueAt }: Listed): string {
  if (offers > 0) return m.ballot_offers_waiting({ count: offers })
  if (drawn !== null) return drawn > 0 ? m.ballot_drawn_count({ count: drawn }) : m.ballot_drawn_none()
  if (stage === 'frozen' && dueAt) return m.ballot_draws_at({ time: sayMoment(dueAt) })
  const until = stage === 'open' ? m.ballot_until({ time: sayMoment(end) }) : ''
  return [until, wishes > 0 ? m.ballot_wishes_count({ count: wishes }) : ''].filter(Boolean).join(' · ')
}

function linkWords({ stage, wishes }: Listed): string {
  if (stage === 'open') return wishes > 0 ? m.ballot_change_wishes() : m.ballot_open_wishes()
  return stage === 'drawn' ? m.ballot_see_result() : m.ballot_see_entry()
}
