import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayShort } from '#i18n/weekdays.ts'
import { say } from '#i18n/words.ts'
import style from './holidays-screen.module.css'
import type { Holiday, LineProblem, ReadLine, ReadText } from './read-holidays.ts'

const problems: Record<LineProblem, () => string> = {
  no_day: m.holidays_problem_no_day,
  no_such_day: m.holidays_problem_no_such_day,
  no_name: m.holidays_problem_no_name,
  twice: m.holidays_problem_twice,
  too_long: m.holidays_problem_too_long,
  repeats: m.holidays_problem_repeats,
  many_days: m.holidays_problem_many_days,
}

/** What was understood of a text: first the lines that are wrong, each with its number and reason, then the holidays. */
export function FoundLines({ read: { lines, ordinary, unread }, known }: { read: ReadText; known: Holiday[] }) {
  const names = new Map(known.map(({ day, name }) => [day, name]))
  const wrong = lines.filter((line) => 'problem' in line)
  const found = lines.filter((line) => 'holiday' in line)
  return (
    <div className={style.found} aria-live="polite">
      {wrong.length > 0 && (
        <div className={style.wrong}>
          <p>{m.holidays_wrong({ count: wrong.length })}</p>
          <ul>
            {wrong.map((line) => (
              <li key={line.line}>
                <b>{m.holidays_line({ line: line.line })}</b> <q>{shortened(line.text)}</q> {problems[line.problem]()}
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.length > 0 && (
        <ul className={style.understood} aria-label={m.holidays_understood()}>
          {found.map((line) => (
            <FoundHoliday key={line.holiday.day} line={line} before={names.get(line.holiday.day)} />
          ))}
        </ul>
      )}
      {ordinary > 0 && <p className="note">{m.holidays_ordinary({ count: ordinary })}</p>}
      {unread > 0 && <p className="danger">{m.holidays_unread({ count: unread })}</p>}
    </div>
  )
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

type Found = Extract<ReadLine, { holiday: Holiday }>

function FoundHoliday({ line: { holiday }, before }: { line: Found; before: Holiday['name'] | undefined }) {
  const { day, name } = holiday
  const isSame = before?.tw === name.tw && before.en === name.en
  return (
    <li>
      <b>
        {day} <small>{weekdayShort(day, getLocale())}</small>
      </b>
      <span>
        {name.tw}
        {name.en !== name.tw && ` · ${name.en}`}
        {before && <small> {isSame ? m.holidays_known() : m.holidays_replaces({ name: say(before, getLocale()) })}</small>}
      </span>
    </li>
  )
}
