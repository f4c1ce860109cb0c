import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayShort } from '#i18n/weekdays.ts'
import { dataLocales, type DataLocale } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import { inLanguage, isOptionalIn } from '#ui/kit/data-languages.ts'
import { dayOf } from '#lib/zone.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { CellInput, CheckInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import style from './holidays-screen.module.css'
import type { Holiday } from './read-holidays.ts'

type Props = {
  items: Holiday[]
  /** What is saved; days that are not in it are new. */
  base: Holiday[]
  onChange(items: Holiday[]): void
}

const thisYear = () => dayOf(new Date()).slice(0, 4)

/** Holidays by year, both names side by side; years that are over are closed. */
export function HolidayTable({ items, base, onChange }: Props) {
  const years = [...Map.groupBy(items, ({ day }) => day.slice(0, 4))]
  if (years.length === 0) return <p className="nothing">{m.holidays_none()}</p>
  const current = thisYear()
  return years.map(([year, holidays]) => {
    const list = <Year year={year} holidays={holidays} items={items} base={base} onChange={onChange} />
    if (year >= current)
      return (
        <Panel key={year} title={m.holidays_year({ year, count: holidays.length })}>
          {list}
        </Panel>
      )
    return (
      <details key={year} className={style.past}>
        <summary>{m.holidays_year({ year, count: holidays.length })}</summary>
        {list}
      </details>
    )
  })
}

function Year({ year, holidays, items, base, onChange }: Props & { year: string; holidays: Holiday[] }) {
  const change = (next: Holiday) => onChange(items.map((one) => (one.day === next.day ? next : one)))
  return (
    <table className={style.table}>
      <caption className="sr-only">{m.holidays_year({ year, count: holidays.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{m.holidays_day()}</th>
          <th scope="col">{m.holidays_name() + m.staff_in_chinese()}</th>
          <th scope="col">{m.holidays_name() + m.staff_in_english()}</th>
          <th scope="col">{m.holidays_closed()}</th>
          <th scope="col">
            <span className="sr-only">{m.holidays_remove_head()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {holidays.map((holiday) => (
          <HolidayRow
            key={holiday.day}
            holiday={holiday}
            path={`${items.indexOf(holiday)}.name`}
            isNew={!base.some(({ day }) => day === holiday.day)}
            onChange={change}
            onRemove={() => onChange(items.filter((one) => one !== holiday))}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { holiday: Holiday; path: string; isNew: boolean; onChange(holiday: Holiday): void; onRemove(): void }

function HolidayRow({ holiday, path, isNew, onChange, onRemove }: RowProps) {
  const { day, name, closed } = holiday
  const input = (language: DataLocale) => (
    <CellInput
      path={`${path}.${language}`}
      label={`${day} ${m.holidays_name()}${inLanguage(language)}`}
      lang={htmlLang(language)}
      maxLength={60}
      {...(isOptionalIn(language) && { placeholder: name.tw })}
      value={name[language]}
      onChange={(typed) => onChange({ ...holiday, name: { ...name, [language]: typed } })}
    />
  )
  return (
    <tr>
      <th scope="row">
        {day.slice(5).replace('-', '/')} <small>{weekdayShort(day, getLocale())}</small>{' '}
        {isNew && <Chip tone="good">{m.staff_list_new()}</Chip>}
      </th>
      {dataLocales.map((language) => (
        <td key={language}>{input(language)}</td>
      ))}
      <td>
        <CheckInput
          label={m.holidays_closed()}
          row={day}
          checked={closed === true}
          onChange={(isClosed) => onChange({ day, name, ...(isClosed && { closed: true as const }) })}
        />
      </td>
      <td>
        <StaffButton look="quiet" icon="remove" iconOnly onClick={onRemove}>
          {m.holidays_remove({ day })}
        </StaffButton>
      </td>
    </tr>
  )
}
