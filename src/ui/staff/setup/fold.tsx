import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useState, type ReactNode } from 'react'
import style from './setup.module.css'

type Props = {
  label: string
  /** What is set, or what holds when nothing is. */
  value: string
  /** What opening it offers. */
  offer: string
  errors: ReadonlyMap<string, string>
  /** Beginnings of the paths of its fields: with an error in one of them it stands open. */
  paths: string[]
  children: ReactNode
}

/** Part of a step that can be left as it is. */
export function Fold({ label, value, offer, errors, paths, children }: Props) {
  const [open, setOpen] = useState(false)
  const isWrong = [...errors.keys()].some((path) => paths.includes(path.split('.')[0]!))
  return (
    <Disclosure label={label} value={value} offer={offer} open={open || isWrong} onOpen={setOpen}>
      <div className={style.form}>{children}</div>
    </Disclosure>
  )
}
