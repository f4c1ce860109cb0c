import type { ReactNode } from 'react'
import style from './court-drawing.module.css'
import { courtLines, type Sport } from '#lib/court-lines.ts'

type Props = {
  sport: Sport
  /** Accessible name; without one the drawing is decoration and hidden from screen readers. */
  label?: string
  /** Rotates the court, long side vertical. */
  upright?: boolean
  /** Writes length and width along the edges. */
  measured?: boolean
  className?: string | undefined
  /** Further SVG on the court, in centimetres. */
  children?: ReactNode
}

/** A court seen from above, to scale. Its colour is the CSS variable `--court`. */
export function CourtDrawing({ sport, label, upright = false, measured = false, className, children }: Props) {
  const { length, width, lines, net, fill } = courtLines[sport]
  const edge = length * (measured ? 0.09 : 0.045)
  const [w, h] = upright ? [width, length] : [length, width]
  return (
    <svg
      className={[style.court, className].filter(Boolean).join(' ')}
      viewBox={`${-edge} ${-edge} ${w + 2 * edge} ${h + 2 * edge}`}
      fill="none"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <g transform={upright ? `matrix(0 1 -1 0 ${width} 0)` : undefined}>
        <rect className={style.floor} width={length} height={width} rx={length * 0.004} />
        {fill && <path className={style.mark} d={fill} />}
        <path className={style.line} d={lines} />
        {net && <path className={style.net} d={net} />}
        {children}
      </g>
      {measured && <Measures w={w} h={h} edge={edge} size={length * 0.026} />}
    </svg>
  )
}

const metres = (centimetres: number) => `${(centimetres / 100).toFixed(2)} m`

function Measures({ w, h, edge, size }: { w: number; h: number; edge: number; size: number }) {
  const far = edge * 0.45
  const tick = edge * 0.18
  return (
    <g className={style.measure} fontSize={size}>
      <path d={`M0 ${-far}H${w}M0 ${-far - tick}v${2 * tick}M${w} ${-far - tick}v${2 * tick}`} />
      <path d={`M${w + far} 0V${h}M${w + far - tick} 0h${2 * tick}M${w + far - tick} ${h}h${2 * tick}`} />
      <text x={w / 2} y={-far} dy="0.35em" textAnchor="middle">
        {metres(w)}
      </text>
      <text x={w + far} y={h / 2} dy="0.35em" textAnchor="middle" transform={`rotate(90 ${w + far} ${h / 2})`}>
        {metres(h)}
      </text>
    </g>
  )
}
