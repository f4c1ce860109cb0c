import { Suspense, type ReactNode } from 'react'
import style from './facility-page.module.css'

/** Comes alive by itself, so that a long page answers a thumb before its end is reached. */
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
