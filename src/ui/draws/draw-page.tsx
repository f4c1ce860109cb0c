import { m } from '#i18n/generated/messages.js'
import type { DrawPageAnswer } from '#modules/ballots/draw-page-wire.ts'
import { Facts } from '#ui/kit/facts.tsx'
import { ShareButton } from '#ui/kit/share-button.tsx'
import { PageSection } from '#ui/venues/page-section.tsx'
import { sayDay } from '#ui/venues/venue-words.ts'
import { Link } from '@tanstack/react-router'
import { DecidingNumbers } from './deciding-numbers.tsx'
import style from './draw-page.module.css'
import { sayMoment } from './draw-words.ts'
import { EntryFinder } from './entry-finder.tsx'
import { HallShares } from './hall-shares.tsx'
import { TurnList } from './turn-list.tsx'
import { FrozenFiles, VerifyDraw } from './verify-draw.tsx'

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
        <ShareButton title={m.draw_title({ name: draw.name })} url={draw.link} />
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
