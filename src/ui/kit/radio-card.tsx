import type { ComponentProps } from 'react'
import style from './choice-card.module.css'
import { RadioButton, TickBox } from './control.tsx'

/** Tick box with a card as its label, all of which can be pressed. */
export function CheckCard({ className = '', children, ...box }: ComponentProps<'input'>) {
  return (
    <label className={`${style.radio} ${className}`}>
      <TickBox {...box} />
      {children}
    </label>
  )
}

/** Radio button with a card as its label, all of which can be pressed. */
export function RadioCard({ className = '', children, ...radio }: ComponentProps<'input'>) {
  return (
    <label className={`${style.radio} ${className}`}>
      <RadioButton required {...radio} />
      {children}
    </label>
  )
}
