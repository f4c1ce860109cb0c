import type { ReactNode } from 'react'
import { settingSections, type SettingId } from './setting-sections.ts'
import style from './setting.module.css'

/** One section of the settings page, with an anchor. */
export function SettingSection({ id, children }: { id: SettingId; children: ReactNode }) {
  const { title, lead } = settingSections.find((section) => section.id === id)!
  return (
    <section id={id} className={style.section} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title()}</h2>
        <p className={style.lead}>{lead()}</p>
      </header>
      {children}
    </section>
  )
}
