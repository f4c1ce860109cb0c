import type { ComponentProps } from 'react'
import style from './choice-card.module.css'

/** Tick box with a card as its label, all of which can be pressed. */
export function CheckCard({ className = '', children, ...box }: ComponentProps<'input'>) {
  return (
    <label className={`${style.radio} ${className}`}>
      <input type="checkbox" {...box} />
      {children}
    </label>
  )
}

/** Radio button with a card as its label, all of which can be pressed. */
export function RadioCard({ className = '', children, ...radio }: ComponentProps<'input'>) {
  return (
    <label className={`${style.radio} ${className}`}>
      <input type="radio" required {...radio} />
      {children}
    </label>
  )
}
