import { m } from '#i18n/generated/messages.js'
import { useEffect, useRef } from 'react'
import style from './error-summary.module.css'
import { Icon } from './icon.tsx'

type Entry = { path: string; message: string }
type Props = { errors: readonly Entry[]; labelOf(path: string): string; idOf(path: string): string }

/** When several fields are wrong: how many, which, and the way to each. It takes the focus when it appears. */
export function ErrorSummary({ errors, labelOf, idOf }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={box} className={style.summary} role="alert" tabIndex={-1}>
      <p className={style.title}>
        <Icon name="alert" size={20} />
        {m.form_summary({ count: errors.length })}
      </p>
      <ul>
        {errors.map(({ path, message }) => (
          <li key={path}>
            <a
              href={`#${idOf(path)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(path))?.focus()
              }}
            >
              {labelOf(path)}
            </a>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
