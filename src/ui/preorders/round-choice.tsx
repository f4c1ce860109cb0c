import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ChosenRoundAnswer } from '#modules/preorders/season-wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { useMay } from '#ui/session/may.ts'
import { Link } from '@tanstack/react-router'
import { sayStretch } from './preorder-words.ts'
import style from './round-choice.module.css'

type OpenRound = ChosenRoundAnswer['open'][number]

/** Pages of a round: pre-orders by default, wishes for a draw on their own. */
const searchOf = ({ id, takes }: OpenRound) => (takes === 'wishes' ? { ballot: String(id) } : { round: String(id) })

/** Which of several open seasons a page is about; the others are links. Nothing when there is no choice. */
export function RoundChoice({ open, chosen }: { open: OpenRound[] | undefined; chosen: number | undefined }) {
  if (!open || open.length < 2) return null
  return (
    <nav className={style.choice} aria-labelledby="round-choice">
      <h2 id="round-choice">{m.preorder_choose_round()}</h2>
      <p>{m.preorder_choose_round_hint({ count: open.length })}</p>
      <ul>
        {open.map((round) => (
          <li key={round.id} className={style.round} data-chosen={round.id === chosen || undefined}>
            {round.id === chosen ? (
              <b aria-current="page">
                {round.name} <span className={style.chosen}>{m.preorder_round_chosen()}</span>
              </b>
            ) : (
              <Link to="/member/order/schedule/create" search={searchOf(round)} className={style.link}>
                {round.name}
              </Link>
            )}
            <RoundFacts round={round} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Seasons that take pre-orders besides the one above; draws are listed on their own. */
export function OtherRounds({ round }: { round: ChosenRoundAnswer | null | undefined }) {
  const others = round?.open.filter(({ id, takes }) => takes !== 'wishes' && id !== round.id) ?? []
  const may = useMay('POST /api/PreOrder/Community')
  if (others.length === 0) return null
  return (
    <section className={style.choice} aria-labelledby="other-rounds">
      <h2 id="other-rounds">{m.preorder_other_rounds()}</h2>
      <ul>
        {others.map((other) => (
          <li key={other.id} className={style.round} data-button>
            <div>
              <b>{other.name}</b>
              <RoundFacts round={other} />
            </div>
            {may && (
              <ButtonLink to="/member/order/schedule/create" search={searchOf(other)} look="secondary">
                {m.preorder_create()}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const takesWords: Record<OpenRound['takes'], () => string> = {
  'pre-orders': m.preorder_round_first_come,
  leftovers: m.preorder_round_leftovers,
  wishes: m.preorder_round_wishes,
}

function RoundFacts({ round: { seasonFrom, seasonTo, takes, phase, orderStart, end } }: { round: OpenRound }) {
  const isOpen = phase === 'open'
  const time = formatMoment(new Date(isOpen ? end : orderStart), getLocale())
  return (
    <p>
      <span>{sayStretch(seasonFrom, seasonTo)}</span>
      <span>
        {takesWords[takes]()} · {isOpen ? m.preorder_round_until({ time }) : m.preorder_round_from({ time })}
      </span>
    </p>
  )
}
