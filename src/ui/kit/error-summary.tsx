import { m } from '#i18n/generated/messages.js'
import style from './error-summary.module.css'
import { Icon } from './icon.tsx'

type Entry = { path: string; message: string }
type Props = {
  id: string
  errors: readonly Entry[]
  labelOf(path: string): string
  idOf(path: string): string
  isFixed(path: string): boolean
}

/**
 * Error summary above a form with several wrong fields: how many are left, with a link to each. It stays until the form is sent
 * again, so that the layout does not shift.
 */
export function ErrorSummary({ id, errors, labelOf, idOf, isFixed }: Props) {
  const left = errors.filter(({ path }) => !isFixed(path)).length
  return (
    <div id={id} className={style.summary} role="alert" tabIndex={-1} data-summary>
      <p className={style.title}>
        <Icon name={left > 0 ? 'alert' : 'check'} size={20} />
        {left > 0 ? m.form_summary({ count: left }) : m.form_summary_fixed()}
      </p>
      <ul>
        {errors.map(({ path, message }) => (
          <li key={path} data-fixed={isFixed(path) || undefined}>
            <a
              href={`#${idOf(path)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(path))?.focus()
              }}
            >
              {labelOf(path)}
            </a>
            {isFixed(path) ? <Icon name="check" size={18} /> : <span>{message}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
