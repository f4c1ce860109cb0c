import { m } from '#i18n/generated/messages.js'
import type { PeakFile, TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import { TimeField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { DayChips } from './day-chips.tsx'
import { peakWeek, replaceAt, weekOf } from './edit-hours.ts'
import style from './entries.module.css'
import { WeekDrawing } from './week-drawing.tsx'

type Props = { peak: PeakFile[]; path: string; timetable: TimetableFile | undefined; onChange(peak: PeakFile[]): void }

/** When the peak price counts, drawn over the opening hours. */
export function PeakEditor({ peak, path, timetable, onChange }: Props) {
  return (
    <div className={style.columns}>
      <div className={style.entries}>
        {peak.map((entry, n) => (
          // Entries have no key of their own, and change while they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={n} className={style.entry}>
            <DayChips path={`${path}.${n}.days`} days={entry.days} onChange={(days) => onChange(replaceAt(peak, n, { days }))} />
            <div className={style.times}>
              <TimeField
                path={`${path}.${n}.from`}
                label={m.catalogue_peak_from()}
                value={entry.from}
                onChange={(from) => onChange(replaceAt(peak, n, { from }))}
              />
              <TimeField
                path={`${path}.${n}.to`}
                label={m.catalogue_peak_to()}
                value={entry.to}
                onChange={(to) => onChange(replaceAt(peak, n, { to }))}
              />
              <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(peak.toSpliced(n, 1))}>
                {m.catalogue_remove_entry()}
              </StaffButton>
            </div>
          </div>
        ))}
        <div>
          <StaffButton icon="plus" onClick={() => onChange([...peak, { days: ['sat', 'sun'], from: '12:00', to: '22:00' }])}>
            {m.catalogue_add_peak()}
          </StaffButton>
        </div>
      </div>
      <WeekDrawing label={m.catalogue_peak_title()} open={timetable ? weekOf(timetable, undefined) : new Map()} peak={peakWeek(peak)} />
    </div>
  )
}
