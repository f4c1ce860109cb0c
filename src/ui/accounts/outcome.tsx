import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import style from './outcome.module.css'

type Props = {
  /** Left out where a drawing says it. */
  icon?: IconName
  tone?: 'good' | 'bad'
  title: string
  /** 1 when nothing else on the page is its heading. */
  level?: 1 | 2
  /** Came about by what the visitor did: the reading place moves here. */
  arrived?: boolean
  children: ReactNode
}

/** How it went, and the way on. */
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
