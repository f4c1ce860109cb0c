import type { ComponentProps } from 'react'
import style from './control.module.css'

type Own<Tag extends 'input' | 'select' | 'textarea'> = ComponentProps<Tag>

const look = (own: string | undefined, more: string | undefined) => [own, more].filter(Boolean).join(' ')

/** A line of text, a number or a day, without a label: inside a Field, or in a table whose head names it. */
export const Input = ({ className, ...input }: Own<'input'>) => <input {...input} className={look(style.control, className)} />

export const Select = ({ className, ...select }: Own<'select'>) => <select {...select} className={look(style.select, className)} />

export const TextBox = ({ className, ...area }: Own<'textarea'>) => <textarea {...area} className={look(style.area, className)} />

/** A box to tick. */
export const TickBox = ({ className, ...box }: Own<'input'>) => <input type="checkbox" {...box} className={look(style.box, className)} />

/** One of several of which one is chosen. */
export const RadioButton = ({ className, ...radio }: Own<'input'>) => (
  <input type="radio" {...radio} className={look(style.box, className)} />
)

/** A label that is drawn by whoever uses it, with its radio button or tick box unseen over it. */
export const ChoiceLabel = ({ children, className, 'data-hour': hour, ...box }: Own<'input'> & { 'data-hour'?: string }) => (
  <label className={look(style.drawn, className)} data-hour={hour}>
    <input {...box} />
    {children}
  </label>
)
