import type { ReactNode } from 'react'
import style from './week-space.module.css'

/** Keeps the height of a week of times while it loads; the section around it is shown with scripts only. */
export const WeekSpace = ({ children }: { children: ReactNode }) => <div className={style.space}>{children}</div>
