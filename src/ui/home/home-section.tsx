import type { ReactNode } from 'react'
import style from './home.module.css'

type Props = { id: string; title: string; more?: ReactNode; children: ReactNode }

export function HomeSection({ id, title, more, children }: Props) {
  return (
    <section className={style.section} aria-labelledby={`${id}-title`}>
      <div className={style.top}>
        <h2 id={`${id}-title`}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}
