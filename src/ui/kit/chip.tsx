import type { ReactNode } from 'react'
import style from './chip.module.css'

type Tone = 'plain' | 'good' | 'due' | 'danger'

/** A state in a word or two. The word alone carries the meaning; the colour repeats it. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={style.chip} data-tone={tone}>
      {children}
    </span>
  )
}
