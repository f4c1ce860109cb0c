import { m } from '#i18n/generated/messages.js'
import type { DrawPageAnswer, EntryShown, WishResult } from '#modules/ballots/draw-page-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Input } from '#ui/kit/control.tsx'
import { Field } from '#ui/kit/field.tsx'
import style from './draw-page.module.css'
import { sayTicket, sayWeekly } from './draw-words.ts'
import { Icon } from '#ui/kit/icon.tsx'

/** A club finds itself by its number. A plain form, so that it works before the scripts have loaded. */
export function EntryFinder({ draw, asked }: { draw: DrawPageAnswer; asked: number | undefined }) {
  return (
    <>
      <form className={style.finder} method="get" action="#find">
        <Field id="entry" label={m.draw_number()} hint={m.draw_find_hint()}>
          {(described) => (
            <div>
              <Input
                {...described}
                name="entry"
                type="number"
                inputMode="numeric"
                min={1}
                max={draw.entries}
                required
                defaultValue={asked}
              />
              <Button type="submit">{draw.drawnAt === null ? m.draw_find_list_button() : m.draw_find_button()}</Button>
            </div>
          )}
        </Field>
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

/** What became of a wish, and why. `ticket`: that of the entry itself. */
function WishResultText({ result, ticket }: { result: WishResult; ticket: string }) {
  const own = sayTicket(ticket)
  switch (result.kind) {
    case 'got':
      return (
        <p className={style.got}>
          <Icon name="check" size={18} />
          {m.draw_got({ court: result.court, count: result.dates.length, of: result.of, turn: result.turn })}
        </p>
      )
    case 'taken': {
      const [first, ...others] = result.by
      if (first && others.length === 0)
        return <p>{m.draw_taken_one({ ...first, ticket: sayTicket(first.ticket), own, ownTurn: result.turn })}</p>
      return (
        <>
          <p>{m.draw_taken_many({ own, ownTurn: result.turn })}</p>
          <ul className={style.lines}>
            {result.by.map((one) => (
              <li key={one.turn}>{m.draw_taken_by({ ...one, ticket: sayTicket(one.ticket) })}</li>
            ))}
            {result.more > 0 && <li>{m.draw_taken_more({ count: result.more })}</li>}
          </ul>
        </>
      )
    }
    case 'over_cap':
      return <p>{result.allowed > 0 ? m.draw_over_cap({ count: result.allowed }) : m.draw_over_cap_none()}</p>
    case 'not_free':
      return <p>{m.draw_not_free()}</p>
    case 'set_aside':
      return <p>{m.draw_set_aside()}</p>
  }
}
