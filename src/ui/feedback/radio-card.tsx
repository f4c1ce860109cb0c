import type { ComponentProps } from 'react'
import style from './radio-card.module.css'

/** One of a few choices: a radio button and what it stands for, all of it to be pressed. */
export function RadioCard({ className = '', children, ...radio }: ComponentProps<'input'>) {
  return (
    <label className={`${style.card} ${className}`}>
      <input type="radio" required {...radio} />
      {children}
    </label>
  )
}
