import type { ReactNode } from 'react'
import style from './callout.module.css'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'info' | 'success' | 'due' | 'error'
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', due: 'info', error: 'alert' }

type Props = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** Button or link beside the text. */
  action?: ReactNode
  /** `status` and `alert` make a screen reader announce a callout that appears later; one that is rendered from the start needs neither. */
  role?: 'status' | 'alert'
}

/** A message set apart from the page, with an optional action. */
export function Callout({ tone = 'info', title, children, action, role }: Props) {
  return (
    <div className={style.callout} data-tone={tone} role={role}>
      <span className={style.icon}>
        <Icon name={icons[tone]} />
      </span>
      <div className={style.words}>
        {title && <p className={style.title}>{title}</p>}
        {children && <div className={style.text}>{children}</div>}
      </div>
      {action && <div className={style.action}>{action}</div>}
    </div>
  )
}
