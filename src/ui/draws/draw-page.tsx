import { m } from '#i18n/generated/messages.js'
import type { DrawPageAnswer, TurnShown } from '#modules/ballots/draw-page-wire.ts'
import { Facts } from '#ui/kit/facts.tsx'
import { ShareButton } from '#ui/kit/share-button.tsx'
import { PageSection } from '#ui/venues/page-section.tsx'
import { sayDay } from '#ui/venues/venue-words.ts'
import { Link } from '@tanstack/react-router'
import style from './draw-page.module.css'
import { sayMoment, sayTicket, sayWeekly } from './draw-words.ts'
import { EntryFinder } from './entry-finder.tsx'
import { HallShares } from './hall-shares.tsx'
import { FrozenFiles, VerifyDraw } from './verify-draw.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Pagination } from '#ui/kit/pagination.tsx'

/** The public page of a ballot, from the published list to the draw. `asked`: the entry number in the address. */
export function DrawPage({ draw, asked }: { draw: DrawPageAnswer; asked: number | undefined }) {
  const { drawnAt, periods } = draw
  return (
    <div className={style.page}>
      <header className="stack">
        <Link to="/draws">{m.draws_all()}</Link>
        <h1>{m.draw_title({ name: draw.name })}</h1>
        <p>
          {drawnAt === null || periods === null
            ? m.draw_lead_frozen({ time: sayMoment(draw.drawAt) })
            : m.draw_lead_drawn({ entries: draw.entries, periods })}
        </p>
        <Facts
          facts={[
            [m.draw_step_frozen(), sayMoment(draw.frozenAt)],
            drawnAt === null ? [m.draw_step_due(), sayMoment(draw.drawAt)] : [m.draw_step_drawn(), sayMoment(drawnAt)],
            [m.draw_season(), `${sayDay(draw.season.from)} – ${sayDay(draw.season.to)}`],
            [m.draw_cap(), m.draw_cap_value({ count: draw.periodsPerWeek })],
          ]}
        />
        <p>
          <ShareButton title={m.draw_title({ name: draw.name })} url={draw.link} />
        </p>
      </header>
      <PageSection id="find" title={m.draw_find()}>
        <EntryFinder draw={draw} asked={asked} />
      </PageSection>
      <PageSection id="verify" title={m.draw_check()}>
        {drawnAt === null ? <FrozenFiles round={draw.roundId} /> : <VerifyDraw round={draw.roundId} />}
      </PageSection>
      <PageSection id="numbers" title={m.draw_numbers()}>
        <DecidingNumbers draw={draw} />
      </PageSection>
      {draw.halls.length > 0 && (
        <PageSection id="halls" title={m.draw_halls()}>
          <HallShares halls={draw.halls} />
        </PageSection>
      )}
      {draw.turns.total > 0 && (
        <PageSection id="turns" title={m.draw_turns()}>
          <TurnList draw={draw} asked={asked} />
        </PageSection>
      )}
    </div>
  )
}

/** Hash, random value and seed, and where the value comes from. */
function DecidingNumbers({ draw: { hash, source, value } }: { draw: DrawPageAnswer }) {
  return (
    <>
      <Source source={source} used={value?.round ?? null} />
      <dl className={style.numbers}>
        <Number label={m.draw_hash()} value={hash} hint={m.draw_hash_hint()} />
        {source.kind === 'commit-reveal' && <Number label={m.draw_commitment()} value={source.commitment} />}
        {value && <Number label={m.draw_randomness()} value={value.randomness} />}
        {value?.signature && <Number label={m.draw_signature()} value={value.signature} />}
        {value && <Number label={m.draw_seed()} value={value.seed} />}
      </dl>
    </>
  )
}

function Source({ source, used }: { source: DrawPageAnswer['source']; used: number | null }) {
  if (source.kind === 'commit-reveal')
    return (
      <Callout tone="due" title={m.draw_weaker()}>
        {m.draw_weaker_why()}
      </Callout>
    )
  const [first, ...next] = source.rounds
  const isFallback = used !== null && used !== first!.round
  return (
    <div className="stack gap-2">
      <p>{m.draw_source_drand({ round: first!.round, time: sayMoment(first!.at) })}</p>
      {used === null && next.length > 0 && <p>{m.draw_source_next({ rounds: next.map(({ round }) => round).join(', ') })}</p>}
      {isFallback && <Callout tone="due">{m.draw_source_fallback({ round: used })}</Callout>}
    </div>
  )
}

function Number({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  )
}

const whyWords = {
  not_free: m.draw_why_not_free,
  taken: m.draw_why_taken,
  over_cap: m.draw_why_over_cap,
  set_aside: m.draw_why_set_aside,
}

/** Every turn in its order, a page at a time. */
function TurnList({ draw, asked }: { draw: DrawPageAnswer; asked: number | undefined }) {
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
