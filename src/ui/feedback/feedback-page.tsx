import type { ComponentProps, ReactNode } from 'react'
import style from './feedback-page.module.css'

type Props = {
  /** None once it is done: what has come of it is the heading. */
  title?: string
  lead?: string
  children: ReactNode
}

/** A page on which people tell us something: narrow, so that it is filled in without looking around. */
export function FeedbackPage({ title, lead, children }: Props) {
  return (
    <div className={style.page}>
      {title !== undefined && (
        <header className={style.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </header>
      )}
      {children}
    </div>
  )
}

/** What belongs together on it. */
export function FeedbackPart({ roomy, ...section }: Omit<ComponentProps<'section'>, 'className'> & { roomy?: boolean }) {
  return <section {...section} className={style.part} data-roomy={roomy || undefined} />
}

/** What one can do next, side by side where there is room. */
export function FeedbackActions({ children }: { children: ReactNode }) {
  return <div className={style.actions}>{children}</div>
}
