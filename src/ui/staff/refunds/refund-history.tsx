import { m } from '#i18n/generated/messages.js'
import type { RefundStoryAnswer } from '#modules/refunds/office-wire.ts'
import { refundWord } from '#ui/refunds/refund-words.ts'
import { formatMoment } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { outcomeWord } from './refunds-words.ts'
import style from './refunds.module.css'

type Event = { at: string; what: string; who: string; note: string }

/** What happened to a refund, in one line of time: steps, attempts at the provider and signatures. */
export function RefundHistory({ refund: { steps, tries, signatures } }: { refund: RefundStoryAnswer }) {
  const events: Event[] = [
    ...steps.map(({ at, status, note, by, byMember }) => ({
      at,
      what: refundWord(status),
      who: byMember ? m.refunds_by_member({ name: by ?? '' }) : (by ?? m.refunds_by_service()),
      note,
    })),
    ...tries.map(({ at, number, outcome, answer }) => ({
      at,
      what: m.refunds_try({ number, outcome: outcomeWord(outcome) }),
      who: m.refunds_by_service(),
      note: answer,
    })),
    ...signatures.map(({ at, by, deed }) => ({
      at,
      what: deed === 'again' ? m.refunds_signed_again() : m.refunds_signed(),
      who: by,
      note: '',
    })),
  ]
  return (
    <section className={style.part} aria-label={m.refunds_history()}>
      <h3>{m.refunds_history()}</h3>
      <ol className={style.history}>
        {events
          .toSorted((a, b) => a.at.localeCompare(b.at))
          .map(({ at, what, who, note }) => (
            <li key={`${at} ${what} ${who}`}>
              <b>{what}</b>
              <small>
                {formatMoment(new Date(at), getLocale())} · {who}
              </small>
              {note && <p>{note}</p>}
            </li>
          ))}
      </ol>
    </section>
  )
}
