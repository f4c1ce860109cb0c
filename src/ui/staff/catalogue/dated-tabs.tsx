import { m } from '#i18n/generated/messages.js'
import { addDays, weekdayOf } from '#lib/zone.ts'
import { DayField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sayFrom } from './catalogue-words.ts'
import style from './catalogue.module.css'
import { copyFrom, holdsOn } from '#ui/staff/kit/edit-prices.ts'
import type { FacilityTab } from './facility-tabs.ts'
import { today } from '#ui/staff/kit/today.ts'

type Dated = { from: string }
type Props<T extends Dated> = {
  code: string
  tab: FacilityTab
  label: string
  entries: readonly T[]
  shown: T
  /** What "new from…" adds, in words. */
  newLabel: string
  onChange(entries: T[]): void
  /** Removes the shown entry; not given when it may not be removed. */
  onRemove?: (() => void) | undefined
}

const mondayAfter = (day: string) => addDays(day, 8 - weekdayOf(day))

/** Price lists or timetables of a facility as tabs, each by the day from which it holds; a new one is a copy of the shown one. */
export function DatedTabs<T extends Dated>({ code, tab, label, entries, shown, newLabel, onChange, onRemove }: Props<T>) {
  const navigate = useNavigate()
  const [day, setDay] = useState(() => mondayAfter(today()))
  const current = holdsOn(entries, today())
  const isTaken = entries.some(({ from }) => from === day)
  return (
    <div className={style.dated}>
      <TabLinks label={label}>
        {entries.map((entry) => (
          <TabLink
            key={entry.from}
            to="/staff/catalogue/facility"
            search={{ code, tab, list: entry.from }}
            here={entry.from === shown.from}
            resetScroll={false}
          >
            <span>
              {sayFrom(entry.from)}
              <small className={style.state}>{stateOf(entry, current)}</small>
            </span>
          </TabLink>
        ))}
      </TabLinks>
      <div className="cluster bottom">
        <DayField path={`new-${tab}`} label={newLabel} value={day} onChange={setDay} min={today()} />
        <StaffButton
          icon="copy"
          aria-disabled={isTaken || !day || undefined}
          onClick={() => {
            if (isTaken || !day) return
            onChange(copyFrom(entries, shown, day))
            void navigate({ to: '/staff/catalogue/facility', search: { code, tab, list: day }, resetScroll: false })
          }}
        >
          {m.catalogue_copy()}
        </StaffButton>
        {onRemove && (
          <StaffButton look="quiet" icon="remove" onClick={onRemove}>
            {m.catalogue_remove_list()}
          </StaffButton>
        )}
      </div>
    </div>
  )
}

function stateOf(entry: Dated, current: Dated | undefined): string {
  if (entry === current) return m.catalogue_holds_now()
  return entry.from > today() ? m.catalogue_holds_later() : m.catalogue_held_before()
}

/** The entry of the address, or the one that holds today, or the first. */
export const shownOf = <T extends Dated>(entries: readonly T[], list: string | undefined): T | undefined =>
  entries.find(({ from }) => from === list) ?? holdsOn(entries, today()) ?? entries[0]

/** An entry that was replaced by a later one is history, and is not edited. */
export const isPast = (entries: readonly Dated[], entry: Dated): boolean => {
  const current = holdsOn(entries, today())
  return current !== undefined && entry.from < current.from
}
