import { m } from '#i18n/generated/messages.js'
import type { CatalogueError, FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { fieldId } from '#ui/staff/kit/fields.tsx'
import { Link } from '@tanstack/react-router'
import style from '#ui/staff/kit/error-summary.module.css'
import { tabOf } from './facility-tabs.ts'

type Props = { code: string; facility: FacilityFile; errors: readonly CatalogueError[] }

/** What is wrong, with a link to each field, also on other tabs. */
export function ErrorList({ code, facility, errors }: Props) {
  if (errors.length === 0) return null
  return (
    <div className={style.errors} role="alert">
      <p>{m.form_summary({ count: errors.length })}</p>
      <ul>
        {errors.map(({ part, path, message }) => (
          <li key={`${part} ${path} ${message}`}>
            <Link
              to="/staff/catalogue/facility"
              search={{ code, tab: tabOf(path), list: listOf(facility, path) }}
              hash={fieldId(path)}
              onClick={() => setTimeout(() => document.getElementById(fieldId(path))?.focus(), 50)}
            >
              {message}
            </Link>
            <small>{path}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The day of the price list or timetable that has the field. */
function listOf(facility: FacilityFile, path: string): string | undefined {
  const [kind, n] = path.split('.')
  if (kind === 'priceLists') return facility.priceLists[Number(n)]?.from
  return kind === 'timetables' ? facility.timetables[Number(n)]?.from : undefined
}
