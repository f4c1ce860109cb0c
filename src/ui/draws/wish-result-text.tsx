import { m } from '#i18n/generated/messages.js'
import type { WishResult } from '#modules/ballots/draw-page-wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import style from './draw-page.module.css'
import { sayTicket } from './draw-words.ts'

/** What became of a wish, and why. `ticket`: that of the entry itself. */
export function WishResultText({ result, ticket }: { result: WishResult; ticket: string }) {
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
