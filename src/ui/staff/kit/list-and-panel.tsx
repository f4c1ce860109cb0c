import { m } from '#i18n/generated/messages.js'
import { useEffect, useRef, type ReactNode } from 'react'
import style from './list-and-panel.module.css'
import { StaffButtonLink } from './staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'

/** A list and, beside it, what is open in it. Where there is no room for both, what is open takes the place of the list. */
export function ListAndPanel({ list, panel }: { list: ReactNode; panel: ReactNode }) {
  return (
    <div className={style.both} data-open={Boolean(panel) || undefined}>
      <div className={style.list}>{list}</div>
      {panel}
    </div>
  )
}

type PanelProps = {
  title: string
  /** Beside the title, such as a state. */
  chip?: ReactNode
  /** The address of the list with nothing open. */
  closed: string
  children: ReactNode
}

/** What is open, with its heading focused: the next tab stop is inside it. Give it the entry's key, so that the next one is focused too. */
export function OpenPanel({ title, chip, closed, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={style.panel} aria-label={title}>
      <header className={style.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {chip}
        <StaffButtonLink {...toLocation(closed)} look="quiet" icon="remove" resetScroll={false}>
          {m.staff_order_close()}
        </StaffButtonLink>
      </header>
      {children}
    </section>
  )
}
