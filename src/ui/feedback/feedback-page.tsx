import type { ComponentProps, ReactNode } from 'react'
import style from './feedback-page.module.css'

type Props = {
  /** Left out after sending: the outcome has its own heading. */
  title?: string
  lead?: string
  children: ReactNode
}

/** Layout of a page with a form about faults or a visit: one narrow column. */
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

/** A section of the page. */
export function FeedbackSection({ roomy, ...section }: Omit<ComponentProps<'section'>, 'className'> & { roomy?: boolean }) {
  return <section {...section} className={style.part} data-roomy={roomy || undefined} />
}

/** Buttons and links for what comes next. */
export function FeedbackActions({ children }: { children: ReactNode }) {
  return <div className="cluster gap-3">{children}</div>
}
