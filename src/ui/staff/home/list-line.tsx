import { m } from '#i18n/generated/messages.js'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './today.module.css'

type LineProps = {
  /** Time, number or ticket. */
  lead: ReactNode
  title: string
  address?: string | undefined
  text: string
  aside?: string | undefined
  tone?: 'due' | 'danger' | undefined
}

/** A line of Today: when, who or what with a link to where it is settled, and what matters about it. */
export function ListLine({ lead, title, address, text, aside, tone }: LineProps) {
  return (
    <li>
      <span className={style.lead}>{lead}</span>
      <span className={style.what}>
        {address ? <Link {...toLocation(address)}>{title}</Link> : <b>{title}</b>}
        <span>{text}</span>
      </span>
      {aside && (
        <span className={style.aside} data-tone={tone}>
          {aside}
        </span>
      )}
    </li>
  )
}

/** Lines of a list, or words for an empty one; `rest` says how many more there are, with where they are listed. */
export function LineList({ none, children, rest }: { none: string; children: ReactNode[]; rest?: ReactNode }) {
  if (children.length === 0) return <p className="soft">{none}</p>
  return (
    <>
      <ul className={style.list}>{children}</ul>
      {rest}
    </>
  )
}

/** Leads to the whole of a list whose first lines are shown. */
export function AllOf({ total, shown = glance, address }: { total: number; shown?: number; address: string | undefined }) {
  if (total <= shown) return null
  const words = m.today_all({ count: total })
  return <p className="note">{address ? <Link {...toLocation(address)}>{words}</Link> : words}</p>
}

/** So many lines of a list are shown at a glance. */
export const glance = 4
