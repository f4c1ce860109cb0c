import { Suspense, type ReactNode } from 'react'
import style from './facility-page.module.css'

/** Section that is hydrated by itself (Suspense), so that a long page responds to input before all of it is hydrated. */
export function PageSection({ id, title, aside, children }: { id: string; title: string; aside?: string; children: ReactNode }) {
  return (
    <section id={id} className={style.section} aria-labelledby={`${id}-title`}>
      <div className={style.top}>
        <h2 id={`${id}-title`}>{title}</h2>
        {aside && <p>{aside}</p>}
      </div>
      <Suspense>{children}</Suspense>
    </section>
  )
}
