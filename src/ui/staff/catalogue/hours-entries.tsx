import { m } from '#i18n/generated/messages.js'
import type { HoursFile } from '#ui/staff/kit/catalogue-types.ts'
import { CheckInput, TextInput, TimeField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { DayChips } from './day-chips.tsx'
import { replaceAt } from './edit-hours.ts'
import style from './entries.module.css'

type Props = { hours: HoursFile[]; path: string; onChange(hours: HoursFile[]): void }

/** Opening hours: an entry for each set of days, with a season where it does not count all year. */
export function HoursEntries({ hours, path, onChange }: Props) {
  return (
    <div className="stack">
      {hours.map((entry, n) => (
        <HoursEntry
          // Entries have no key of their own, and change while they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          entry={entry}
          path={`${path}.${n}`}
          onChange={(next) => onChange(hours.with(n, next))}
          onRemove={() => onChange(hours.toSpliced(n, 1))}
        />
      ))}
      <div>
        <StaffButton icon="plus" onClick={() => onChange([...hours, { days: ['holiday'], opens: '08:00', closes: '18:00' }])}>
          {m.catalogue_add_hours()}
        </StaffButton>
      </div>
    </div>
  )
}

type EntryProps = { entry: HoursFile; path: string; onChange(entry: HoursFile): void; onRemove(): void }

function HoursEntry({ entry, path, onChange, onRemove }: EntryProps) {
  const set = (patch: Partial<HoursFile>) => onChange(replaceAt([entry], 0, patch)[0]!)
  const { season } = entry
  return (
    <div className={style.entry}>
      <DayChips path={`${path}.days`} days={entry.days} onChange={(days) => set({ days })} />
      <div className={style.times}>
        <TimeField path={`${path}.opens`} label={m.catalogue_opens()} value={entry.opens} onChange={(opens) => set({ opens })} />
        <TimeField path={`${path}.closes`} label={m.catalogue_closes()} value={entry.closes} onChange={(closes) => set({ closes })} />
        <StaffButton look="quiet" icon="remove" iconOnly onClick={onRemove}>
          {m.catalogue_remove_entry()}
        </StaffButton>
      </div>
      <CheckInput
        label={m.catalogue_season()}
        checked={season !== undefined}
        onChange={(isSeasonal) => {
          const { season: _, ...rest } = entry
          onChange(isSeasonal ? { ...rest, season: { from: '06-01', to: '09-30' } } : rest)
        }}
      />
      {season && (
        <div className={style.times}>
          <TextInput
            path={`${path}.season.from`}
            label={m.catalogue_season_from()}
            placeholder="06-01"
            maxLength={5}
            value={season.from}
            onChange={(from) => set({ season: { ...season, from } })}
          />
          <TextInput
            path={`${path}.season.to`}
            label={m.catalogue_season_to()}
            placeholder="09-30"
            maxLength={5}
            value={season.to}
            onChange={(to) => set({ season: { ...season, to } })}
          />
        </div>
      )}
    </div>
  )
}
