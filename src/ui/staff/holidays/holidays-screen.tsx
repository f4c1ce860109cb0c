import { m } from '#i18n/generated/messages.js'
import { publicHolidaysOf } from '#lib/taiwan-holidays.ts'
import { useApi } from '#ui/session/use-api.ts'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { ListChange } from '#ui/staff/kit/list-change.tsx'
import { useListDraft } from '#ui/staff/kit/list-draft.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AddHolidays } from './add-holidays.tsx'
import { HolidayTable } from './holiday-table.tsx'
import type { Holiday } from './read-holidays.ts'

const keyOf = ({ day }: Holiday) => day
const byDay = (holidays: Holiday[]) => holidays.toSorted((a, b) => a.day.localeCompare(b.day))

/** Public holidays: days that are priced, and opened, as holidays. Typed, pasted, or read from a file. */
export function HolidaysScreen() {
  const api = useApi()
  const { file, revisions } = useSuspenseQuery(catalogueQuery(api)).data
  const draft = useListDraft({ part: 'holidays', items: file.holidays ?? [], revision: revisions.holidays, keyOf })
  const add = (more: Holiday[]) => {
    const days = new Set(more.map(keyOf))
    draft.set(byDay([...draft.items.filter(({ day }) => !days.has(day)), ...more]))
  }
  return (
    <StaffPage title={m.staff_screen_holidays()} lead={m.holidays_lead()}>
      <ListChange
        part="holidays"
        draft={draft}
        changesOf={(holidays) => ({ holidays: byDay(holidays) })}
        itemsOf={(part) => (part ?? []) as Holiday[]}
        nameOf={keyOf}
        textOf={({ name, closed }) => [name.tw, name.en, closed && m.holidays_closed()].filter(Boolean).join('\n')}
      >
        <Panel title={m.holidays_add()} lead={m.holidays_add_lead()}>
          <KnownYears items={draft.items} onAdd={add} />
          <AddHolidays known={draft.items} onAdd={add} />
        </Panel>
        <HolidayTable items={draft.items} base={draft.base} onChange={draft.set} />
      </ListChange>
    </StaffPage>
  )
}

/** The public holidays of this year and the next, which are known without a file. */
function KnownYears({ items, onAdd }: { items: Holiday[]; onAdd(holidays: Holiday[]): void }) {
  const year = Number(today().slice(0, 4))
  const missingIn = (one: number) => publicHolidaysOf(one).filter(({ day }) => !items.some((item) => item.day === day))
  const years = [year, year + 1].map((one) => ({ year: one, missing: missingIn(one) })).filter(({ missing }) => missing.length > 0)
  return (
    <div className="cluster">
      {years.map(({ year: one, missing }) => (
        <StaffButton key={one} icon="plus" onClick={() => onAdd(missing)}>
          {m.holidays_add_known({ year: one, count: missing.length })}
        </StaffButton>
      ))}
    </div>
  )
}
