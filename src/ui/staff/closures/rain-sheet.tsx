import { m } from '#i18n/generated/messages.js'
import { minuteOf, timeFrom } from '#lib/zone.ts'
import type { ClosureListAnswer } from '#modules/closures/closure-wire.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useState } from 'react'
import { draftOf, searchOf } from './closures-search.ts'
import style from './closures.module.css'

const options = ['rest', '2', '4'] as const
type Until = (typeof options)[number]

const untilWord = (until: Until) => (until === 'rest' ? m.closure_rain_rest() : m.closure_rain_hours({ hours: until }))

/** The way to close outdoor courts in the rain: how long, and which. The dry run comes next, with everything filled in. */
export function RainSheet({ facilities, onClose }: { facilities: ClosureListAnswer['facilities']; onClose(): void }) {
  const [until, setUntil] = useState<Until>('rest')
  const outdoor = facilities.filter((facility) => facility.outdoor)
  return (
    <Sheet open title={m.closure_rain_title()} onClose={onClose}>
      <div className={style.rain}>
        <SegmentedControl
          legend={m.closure_rain_until()}
          value={until}
          onChange={(chosen) => setUntil(chosen)}
          options={options.map((value) => ({ value, label: untilWord(value) }))}
        />
        {outdoor.length === 0 && <p>{m.closure_none_outdoor()}</p>}
        <ul className={style.choices}>
          {outdoor.map(({ venue1stId, name }) => (
            <li key={venue1stId}>
              <StaffButtonLink
                to="/staff/closures"
                search={searchOf({ ...draftOf({ cause: 'weather' }, today()), facility: venue1stId, closes: closesAt(until) })}
                icon="arrow"
                onClick={onClose}
              >
                {name}
              </StaffButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

/** The next full hour so many hours from now, today. */
function closesAt(until: Until): string {
  if (until === 'rest') return '24:00'
  return timeFrom(Math.min(24 * 60, (Math.ceil(minuteOf(new Date()) / 60) + Number(until)) * 60))
}
