import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { MergePreviewAnswer, MergeSideWire } from '#modules/people/merge-wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import style from './merge.module.css'

type Props = { preview: MergePreviewAnswer; /** Stays on the left, whichever is kept. */ firstId: string; onKeep(id: string): void }

/** The two records beside each other; a radio button says which one is kept. */
export function MergeSides({ preview: { kept, double }, firstId, onKeep }: Props) {
  const sides = kept.id === firstId ? [kept, double] : [double, kept]
  return (
    <fieldset className={style.sides}>
      <legend>{m.merge_which()}</legend>
      {sides.map((side) => (
        <label key={side.id} className={style.side} data-kept={side.id === kept.id || undefined}>
          <span className={style.who}>
            <input type="radio" name="kept" value={side.id} checked={side.id === kept.id} onChange={() => onKeep(side.id)} />
            <strong>{side.name}</strong>
            {side.isGuest && <Chip>{m.counter_guest()}</Chip>}
            {side.id === kept.id ? <Chip tone="good">{m.merge_kept()}</Chip> : <Chip>{m.merge_ends()}</Chip>}
          </span>
          <Facts facts={factsOf(side)} />
        </label>
      ))}
    </fieldset>
  )
}

const day = (at: string) => formatDate(new Date(at), getLocale())

const factsOf = (side: MergeSideWire): ([string, string] | false)[] => [
  side.mobile !== '' && [m.person_mobile(), side.mobile],
  side.email !== '' && [m.person_email(), side.isConfirmed ? side.email : m.merge_unconfirmed({ email: side.email })],
  side.account !== '' && [m.person_account(), side.account],
  [m.person_identity(), side.identity],
  side.community !== null && [m.person_community(), side.community],
  [m.merge_since(), day(side.createdAt)],
  [m.merge_last_order(), side.lastOrderAt === null ? m.person_no_orders() : day(side.lastOrderAt)],
]
