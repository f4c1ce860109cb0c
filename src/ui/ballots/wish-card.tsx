import { m } from '#i18n/generated/messages.js'
import { leastPercents } from '#modules/ballots/wish-rules.ts'
import type { WishBody } from '#modules/ballots/wish-wire.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { weekdayWord } from '#ui/preorders/preorder-words.ts'
import style from './ballots.module.css'
import { endsFrom, type BallotFacility } from './wishes-model.ts'

type Props = {
  number: number
  count: number
  wish: WishBody
  facility: BallotFacility
  error: string | undefined
  onChange(wish: WishBody): void
  onMove(step: 1 | -1): void
  onRemove(): void
}

/** One wish in its place: buttons move it up and down, fields choose court, length and the least share of dates. */
export function WishCard({ number, count, wish, facility, error, onChange, onMove, onRemove }: Props) {
  return (
    <li className={style.wish} data-error={error ? '' : undefined}>
      <div className={style.rank}>
        <IconButton
          icon="up"
          label={m.ballot_wish_up({ number })}
          aria-disabled={number === 1 || undefined}
          data-move={`up-${number}`}
          onClick={() => onMove(-1)}
        />
        <b aria-hidden>{number}</b>
        <IconButton
          icon="up"
          className={style.down}
          label={m.ballot_wish_down({ number })}
          aria-disabled={number === count || undefined}
          data-move={`down-${number}`}
          onClick={() => onMove(1)}
        />
      </div>
      <div className={style.what}>
        <h3>
          <span className="sr-only">{m.ballot_wish_number({ number })} </span>
          {weekdayWord(wish.weekday)} {wish.start}–{wish.end}
        </h3>
        <p className={style.quiet}>{facility.name}</p>
        <WishFields wish={wish} facility={facility} onChange={onChange} />
        {error && (
          <p className={style.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <IconButton icon="close" label={m.ballot_wish_remove({ number })} onClick={onRemove} />
    </li>
  )
}

/** A value of its own: an empty one would count as a field that is missing. */
const anyCourt = 'any'

function WishFields({ wish, facility, onChange }: Pick<Props, 'wish' | 'facility' | 'onChange'>) {
  const ends = [...new Set([...endsFrom(facility, wish.start), wish.end])].toSorted()
  return (
    <div className={style.fields}>
      <SelectField
        label={m.ballot_wish_court()}
        value={wish.venue2ndId ?? anyCourt}
        onChange={({ target }) => onChange({ ...wish, venue2ndId: target.value === anyCourt ? null : Number(target.value) })}
      >
        <option value={anyCourt}>{m.ballot_any_court()}</option>
        {facility.courts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={m.ballot_wish_length()} value={wish.end} onChange={({ target }) => onChange({ ...wish, end: target.value })}>
        {ends.map((end) => (
          <option key={end} value={end}>
            {wish.start}–{end}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m.ballot_wish_least()}
        value={wish.leastPercent}
        onChange={({ target }) => onChange({ ...wish, leastPercent: Number(target.value) })}
      >
        {leastPercents.map((percent) => (
          <option key={percent} value={percent}>
            {percent === 100 ? m.ballot_least_all() : m.ballot_least_option({ percent })}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
