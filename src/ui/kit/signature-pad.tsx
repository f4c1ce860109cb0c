import { useEffect, useRef, type PointerEvent } from 'react'
import style from './signature-pad.module.css'

type Point = readonly [x: number, y: number]
/** Points of one stroke, as fractions of the pad's width, so that it can be drawn at any size. */
export type Stroke = readonly Point[]

type Props = { label: string; strokes: readonly Stroke[]; onChange(strokes: readonly Stroke[]): void }

/** Height of the pad as a fraction of its width. */
const padHeight = 0.45

/** Canvas to sign on by finger, pen or mouse. A form that uses it must offer another way too: not everybody can draw. */
export function SignaturePad({ label, strokes, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const current = useRef<Point[]>(undefined)

  useEffect(() => {
    const element = canvas.current!
    const redraw = () => {
      const scale = window.devicePixelRatio
      element.width = element.clientWidth * scale
      element.height = element.clientHeight * scale
      const context = element.getContext('2d')!
      context.strokeStyle = getComputedStyle(element).color
      drawStrokes(context, strokes, { x: 0, y: 0, width: element.width })
    }
    redraw()
    const watching = new ResizeObserver(redraw)
    watching.observe(element)
    return () => watching.disconnect()
  }, [strokes])

  function pointAt(event: PointerEvent): Point {
    const box = canvas.current!.getBoundingClientRect()
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.width]
  }
  function begin(event: PointerEvent): void {
    canvas.current!.setPointerCapture(event.pointerId)
    current.current = [pointAt(event)]
  }
  function go(event: PointerEvent): void {
    if (!current.current) return
    current.current.push(pointAt(event))
    const element = canvas.current!
    const context = element.getContext('2d')!
    drawStrokes(context, [current.current.slice(-3)], { x: 0, y: 0, width: element.width })
  }
  function end(): void {
    const stroke = current.current
    current.current = undefined
    if (stroke) onChange([...strokes, stroke])
  }

  return (
    <canvas
      ref={canvas}
      className={style.pad}
      style={{ aspectRatio: 1 / padHeight }}
      role="img"
      aria-label={label}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

/** Draws strokes in the context's current colour. */
export function drawStrokes(
  context: CanvasRenderingContext2D,
  strokes: readonly Stroke[],
  at: { x: number; y: number; width: number },
): void {
  context.lineWidth = Math.max(2, at.width * 0.008)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const stroke of strokes) {
    context.beginPath()
    for (const [x, y] of stroke) context.lineTo(at.x + x * at.width, at.y + y * at.width)
    const [first] = stroke
    // A single point is drawn as a dot.
    if (first && stroke.length === 1) context.lineTo(at.x + first[0] * at.width + 1, at.y + first[1] * at.width)
    context.stroke()
  }
}
