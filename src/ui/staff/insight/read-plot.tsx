import { m } from '#i18n/generated/messages.js'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { pointAfter } from './plot-model.ts'
import style from './plots.module.css'

type Props = {
  label: string
  /** What each point says, in the order in which keys reach them. */
  points: string[]
  /** How many points stand side by side; 1: they stand below each other. */
  columns: number
  /** The shape of point n is drawn with `data-point={n}`. */
  children: ReactNode
}

/** A plot whose values are said below it: of the point under the pointer, or of the one that the arrow keys have reached. */
export function ReadPlot({ label, points, columns, children }: Props) {
  const [at, setAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const shape of box.current?.querySelectorAll('[data-point]') ?? [])
      shape.toggleAttribute('data-here', Number(shape.getAttribute('data-point')) === at)
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = pointAfter(event.key, at, points.length, columns)
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(next)
    const shape = box.current?.querySelector(`[data-point="${next}"]`)
    shape?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // A point that leads somewhere takes the focus, so that Enter follows it.
    if (shape instanceof HTMLAnchorElement) shape.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={style.readPlot}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) => setAt(pointOf(event.target) ?? at ?? 0)}
      onBlur={() => setAt(undefined)}
      onPointerMove={(event) => setAt(pointOf(event.target) ?? at)}
      onPointerLeave={() => setAt(undefined)}
    >
      {children}
      <output className={style.reading}>{at === undefined ? <span aria-hidden>{m.insight_read_hint()}</span> : points[at]}</output>
    </div>
  )
}

function pointOf(target: EventTarget): number | undefined {
  const point = target instanceof Element ? target.closest('[data-point]')?.getAttribute('data-point') : undefined
  return point == null ? undefined : Number(point)
}
