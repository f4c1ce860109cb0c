import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import style from './outcome.module.css'

type Props = {
  /** Left out where a drawing stands instead. */
  icon?: IconName
  tone?: 'good' | 'bad'
  title: string
  /** Heading level: 1 when the page has no other heading. */
  level?: 1 | 2
  /** The outcome replaced a form after the visitor's action: it receives the focus. */
  arrived?: boolean
  children: ReactNode
}

/** Result of an action, with the next steps. */
export function Outcome({ icon, tone = 'good', title, level = 2, arrived = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={style.outcome} data-tone={tone}>
      {icon && (
        <span className={style.mark}>
          <Icon name={icon} size={28} />
        </span>
      )}
      <Heading ref={heading} tabIndex={-1} className={style.title}>
        {title}
      </Heading>
      <div className={style.words}>{children}</div>
    </div>
  )
}
