import type { ReactNode } from 'react'
import style from './printed.module.css'

export type Paper = '80' | 'a4'

/** What the browser's print puts on paper: a roll of 80 mm, or A4. Everything else of the page is left out. */
export function Printed({ paper, className, children }: { paper: Paper; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={[style.paper, className].filter(Boolean).join(' ')} data-paper={paper}>
      {children}
    </div>
  )
}
