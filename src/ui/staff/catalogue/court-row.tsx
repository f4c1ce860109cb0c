import { m } from '#i18n/generated/messages.js'
import { Chip } from '#ui/kit/chip.tsx'
import { TickBox } from '#ui/kit/control.tsx'
import type { CourtFile } from '#ui/staff/kit/catalogue-types.ts'
import { TextInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { join, say } from '#ui/staff/kit/say-words.ts'
import style from './courts-tab.module.css'

type Props = {
  court: CourtFile
  path: string
  isFirst: boolean
  isLast: boolean
  isChosen: boolean
  /** It was booked at some time: it is retired, not removed. */
  wasBooked: boolean
  /** It has bookings to come: its floor stays as it is. */
  isBookedAhead: boolean
  onChoose(isChosen: boolean): void
  onChange(patch: Partial<CourtFile>): void
  onMove(step: -1 | 1): void
  onSplit(into: 2 | 3): void
  onRetire(isRetired: boolean): void
  onRemove(): void
}

/** One court: its names, the floor that it stands on, and what can be done with it. */
export function CourtRow({ court, path, ...row }: Props) {
  const { code, name, on, retired } = court
  return (
    <li className={style.court} data-faded={retired || undefined}>
      <div className={style.head}>
        {on ? (
          <span className={style.code}>{code}</span>
        ) : (
          <label className={style.code}>
            <TickBox
              checked={row.isChosen}
              aria-label={m.catalogue_choose_court({ court: say(name) })}
              onChange={(event) => row.onChoose(event.target.checked)}
            />
            {code}
          </label>
        )}
        <span className="note">{on ? m.catalogue_stands_on({ courts: join(on) }) : m.catalogue_own_floor()}</span>
        {retired && <Chip>{m.catalogue_retired()}</Chip>}
        {row.isBookedAhead && <Chip tone="good">{m.catalogue_booked_ahead()}</Chip>}
      </div>
      <div className={style.names}>
        <TextInput
          path={`${path}.name.tw`}
          label={m.catalogue_court_name() + m.staff_in_chinese()}
          lang="zh-Hant-TW"
          maxLength={60}
          value={name.tw}
          onChange={(tw) => row.onChange({ name: { ...name, tw } })}
        />
        <TextInput
          path={`${path}.name.en`}
          label={m.catalogue_court_name() + m.staff_in_english()}
          lang="en-GB"
          maxLength={60}
          optional
          placeholder={name.tw}
          value={name.en}
          onChange={(en) => row.onChange({ name: { ...name, en } })}
        />
      </div>
      <Actions court={court} {...row} />
    </li>
  )
}

type ActionsProps = Omit<Props, 'path' | 'isChosen' | 'onChoose' | 'onChange'>

function Actions({
  court: { name, on, retired },
  isFirst,
  isLast,
  wasBooked,
  isBookedAhead,
  onMove,
  onSplit,
  onRetire,
  onRemove,
}: ActionsProps) {
  const called = { court: say(name) }
  return (
    <div className={style.actions}>
      <StaffButton look="quiet" icon="up" iconOnly disabled={isFirst} onClick={() => onMove(-1)}>
        {m.catalogue_move_up(called)}
      </StaffButton>
      <StaffButton look="quiet" icon="down" iconOnly disabled={isLast} onClick={() => onMove(1)}>
        {m.catalogue_move_down(called)}
      </StaffButton>
      {!on && !retired && !isBookedAhead && (
        <>
          <StaffButton look="quiet" aria-label={m.catalogue_split_2_of(called)} onClick={() => onSplit(2)}>
            {m.catalogue_split_2()}
          </StaffButton>
          <StaffButton look="quiet" aria-label={m.catalogue_split_3_of(called)} onClick={() => onSplit(3)}>
            {m.catalogue_split_3()}
          </StaffButton>
        </>
      )}
      {wasBooked ? (
        <StaffButton look="quiet" icon={retired ? 'restore' : 'archive'} iconOnly onClick={() => onRetire(!retired)}>
          {retired ? m.catalogue_restore(called) : m.catalogue_retire(called)}
        </StaffButton>
      ) : (
        <StaffButton look="quiet" icon="remove" iconOnly onClick={onRemove}>
          {m.catalogue_remove(called)}
        </StaffButton>
      )}
    </div>
  )
}
