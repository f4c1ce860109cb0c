import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { OwnBallotAnswer } from '#modules/ballots/wish-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SeasonFairness } from '#ui/preorders/season-fairness.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import form from '#ui/preorders/preorder-form.module.css'
import { sayStretch } from '#ui/preorders/preorder-words.ts'
import { RoundChoice } from '#ui/preorders/round-choice.tsx'
import { useRound } from '#ui/preorders/use-round.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownBallotQuery } from './ballot-queries.ts'
import { sayMoment, stageWord, wishWords } from './ballot-words.ts'
import style from './ballots.module.css'
import { Offers } from './offers.tsx'
import { WishesForm } from './wishes-form.tsx'

/** A ballot for a club: its wishes while the window is open, then its number, and after the draw what became of each wish. */
export function BallotPage({ roundId, member }: { roundId: number; member: MemberAnswer }) {
  const { data: ballot, isError } = useQuery(ownBallotQuery(useApi(), roundId))
  const open = useRound()?.open
  return (
    <div className="stack gap-6">
      {ballot?.stage === 'open' && <RoundChoice open={open} chosen={roundId} />}
      {isError && !ballot && <Callout tone="due" title={m.preorder_no_round()} />}
      {ballot && <Ballot ballot={ballot} member={member} />}
    </div>
  )
}

function Ballot({ ballot, member }: { ballot: OwnBallotAnswer; member: MemberAnswer }) {
  const { stage, entry } = ballot
  return (
    <>
      <header className="stack gap-2">
        <h1>{m.ballot_title()}</h1>
        <p className={form.phase}>
          <b>{ballot.name}</b>
          <span>{sayStretch(ballot.seasonFrom, ballot.seasonTo)}</span>
        </p>
        <p className={form.phase}>
          <span className={style.stage}>{stageWord(stage)}</span>
          {stage === 'open' && <span>{m.ballot_until({ time: sayMoment(ballot.end) })}</span>}
          {stage === 'frozen' && ballot.dueAt && <span>{m.ballot_draws_at({ time: sayMoment(ballot.dueAt) })}</span>}
        </p>
        {stage === 'open' && <p className="soft">{m.ballot_lead()}</p>}
      </header>
      <Offers offers={ballot.offers} />
      {stage === 'open' ? <WishesForm ballot={ballot} member={member} /> : entry && <FixedEntry ballot={ballot} entry={entry} />}
      {stage === 'drawn' && <SeasonFairness round={{ id: ballot.roundId, name: ballot.name }} />}
      {stage === 'drawn' && <Leftovers ballot={ballot} />}
    </>
  )
}

/** Wishes that can no longer be changed, with what became of them. */
function FixedEntry({ ballot, entry }: { ballot: OwnBallotAnswer; entry: NonNullable<OwnBallotAnswer['entry']> }) {
  const { outcomes, number, tickets } = entry
  return (
    <section className={form.section} aria-labelledby="ballot-results">
      <h2 id="ballot-results">{outcomes ? m.ballot_results() : m.ballot_mine()}</h2>
      {ballot.stage === 'frozen' && <p className="soft">{m.ballot_frozen_lead()}</p>}
      {number !== null && (
        <dl className={style.facts}>
          <div>
            <dt>{m.ballot_number()}</dt>
            <dd>{number}</dd>
          </div>
          <div>
            <dt>{m.ballot_tickets()}</dt>
            <dd>{tickets}</dd>
          </div>
          {ballot.manifestHash && (
            <div className={style.wide}>
              <dt>{m.ballot_hash()}</dt>
              <dd className={style.hash}>{ballot.manifestHash}</dd>
              <dd className={style.quiet}>{m.ballot_hash_hint()}</dd>
            </div>
          )}
        </dl>
      )}
      {number !== null && ballot.manifestHash && (
        <p>
          <Link to="/draws/$round" params={{ round: String(ballot.roundId) }} search={{ entry: String(number) }}>
            {m.draw_open()}
          </Link>
        </p>
      )}
      {entry.isPassedOver && <Callout tone="due" title={m.ballot_passed_over()} />}
      <ol className={style.outcomes}>
        {entry.wishes.map((wish, n) => {
          const outcome = outcomes?.[n]
          return (
            // A wish is its place in the list, which no longer changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={n} data-drawn={outcome?.isDrawn || undefined}>
              <b className={style.number}>{n + 1}</b>
              <div>
                <p>{wishWords(ballot, wish)}</p>
                {outcome && (
                  <p className={outcome.isDrawn ? style.got : style.quiet}>
                    {outcome.isDrawn ? m.ballot_got({ court: outcome.court ?? '', count: outcome.dates }) : outcome.reason}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** What the draw has left is pre-ordered like any season. */
function Leftovers({ ballot }: { ballot: OwnBallotAnswer }) {
  const isOpen = useRound()?.open.some(({ id }) => id === ballot.roundId)
  return (
    <section className={form.section}>
      {isOpen && <p className="soft">{m.ballot_leftovers({ time: sayMoment(ballot.end) })}</p>}
      <div className={style.actions}>
        {isOpen && (
          <ButtonLink to="/member/order/schedule/create" search={{ round: String(ballot.roundId) }}>
            {m.ballot_leftovers_go()}
          </ButtonLink>
        )}
        <ButtonLink to="/member/order/schedule" look="secondary">
          {m.ballot_to_preorders()}
        </ButtonLink>
      </div>
    </section>
  )
}
