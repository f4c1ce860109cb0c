import { NavLink } from '#ui/kit/nav-link.tsx'
import type { ReactNode } from 'react'
import { StaffIcon } from './staff-icon.tsx'
import style from './staff-page.module.css'

type Props = {
  title: ReactNode
  /** One sentence below the title. */
  lead?: ReactNode
  /** The screen above this one. */
  back?: { to: string; label: string }
  /** Buttons and links beside the title. */
  actions?: ReactNode
  /** Tab links below the title. */
  tabs?: ReactNode
  children: ReactNode
}

/** A screen of the console: title, actions, tabs, body. */
export function StaffPage({ title, lead, back, actions, tabs, children }: Props) {
  return (
    <div className="stack gap-5">
      <header className={style.head}>
        <div className={style.words}>
          {back && (
            <NavLink to={back.to} className={style.back}>
              <StaffIcon name="left" size={16} />
              {back.label}
            </NavLink>
          )}
          <h1 className={style.title}>{title}</h1>
          {lead && <p className={style.lead}>{lead}</p>}
        </div>
        {actions && <div className="cluster">{actions}</div>}
      </header>
      {tabs}
      <div className="stack gap-5">{children}</div>
    </div>
  )
}

/** A part of a screen with its own heading. */
export function Panel({
  title,
  lead,
  actions,
  children,
}: {
  title?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={style.panel}>
      {(title || actions) && (
        <div className={style.panelHead}>
          <div>
            {title && <h2>{title}</h2>}
            {lead && <p>{lead}</p>}
          </div>
          {actions && <div className="cluster">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
