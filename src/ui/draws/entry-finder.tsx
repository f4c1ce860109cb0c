import { m } from '#i18n/generated/messages.js'
import type { DrawPageAnswer, EntryShown } from '#modules/ballots/draw-page-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import style from './draw-page.module.css'
import { sayTicket, sayWeekly } from './draw-words.ts'
import { WishResultText } from './wish-result-text.tsx'

/** A club finds itself by its number. A plain form, so that it works before the scripts have loaded. */
export function EntryFinder({ draw, asked }: { draw: DrawPageAnswer; asked: number | undefined }) {
  return (
    <>
      <form className={style.finder} method="get" action="#find">
        <label htmlFor="entry">{m.draw_number()}</label>
        <div>
          <input id="entry" name="entry" type="number" inputMode="numeric" min={1} max={draw.entries} required defaultValue={asked} />
          <Button type="submit">{draw.drawnAt === null ? m.draw_find_list_button() : m.draw_find_button()}</Button>
        </div>
        <p>{m.draw_find_hint()}</p>
      </form>
      {asked !== undefined && !draw.entry && <Callout tone="due">{m.draw_no_entry({ number: asked })}</Callout>}
      {draw.entry && <Entry entry={draw.entry} />}
    </>
  )
}

function Entry({ entry }: { entry: EntryShown }) {
  const { tickets, ticket, place } = entry
  const facts = [
    place !== null && ticket !== null && m.draw_entry_place({ place, ticket: sayTicket(ticket) }),
    m.draw_entry_tickets({ count: tickets }) + (tickets > 1 ? ` ${m.draw_entry_tickets_why({ count: tickets - 1 })}` : ''),
    entry.newcomer && m.draw_entry_newcomer(),
    entry.group !== null && m.draw_entry_group({ name: entry.group }),
    entry.held > 0 && m.draw_entry_held({ count: entry.held }),
  ].filter((fact) => fact !== false)
  return (
    <article className={style.entry} aria-labelledby="entry-title">
      <h3 id="entry-title">{m.draw_entry({ number: entry.number })}</h3>
      <ul className={style.entryFacts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {entry.passedOver && <Callout tone="due">{m.draw_entry_passed_over()}</Callout>}
      {entry.wishes.length === 0 && <p>{m.draw_no_wishes()}</p>}
      <ol className={style.wishes}>
        {entry.wishes.map((wish) => (
          <li key={wish.rank} data-got={wish.result?.kind === 'got'}>
            <p className={style.wish}>
              <span>{m.draw_wish({ rank: wish.rank })}</span>
              <strong>{wish.court ?? m.draw_any_court({ facility: wish.facility })}</strong>
              <span>{sayWeekly(wish)}</span>
              <span>{m.draw_wish_least({ percent: wish.leastPercent })}</span>
            </p>
            {wish.result && <WishResultText result={wish.result} ticket={ticket ?? ''} />}
          </li>
        ))}
      </ol>
      {entry.substituteFor.length > 0 && (
        <>
          <h4>{m.draw_substitute_for()}</h4>
          <ul className={style.lines}>
            {entry.substituteFor.map((one) => (
              <li key={`${one.court} ${one.weekday} ${one.start} ${one.end}`}>
                {m.draw_substitute_place({ court: one.court, when: sayWeekly(one), place: one.place })}
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}
