import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import type { PlanAnswer } from '#ui/staff/kit/catalogue-types.ts'
import style from './setup.module.css'

/** What is wrong with a file, line by line. */
export function FileErrors({ title, errors }: { title: string; errors: PlanAnswer['errors'] }) {
  return (
    <Callout tone="error" role="alert" title={title}>
      <ul className={style.errors}>
        {errors.slice(0, 50).map(({ sheet, line, part, path, message }) => (
          <li key={`${sheet ?? part}:${line ?? path}:${message}`}>
            {line === undefined ? `${part} ${path}` : `${sheet ?? ''} ${m.staff_setup_file_line({ line })}`.trim()}: {message}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
