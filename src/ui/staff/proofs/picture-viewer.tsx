import { m } from '#i18n/generated/messages.js'
import { typeOf } from '#modules/files/rules.ts'
import { useObjectUrl } from '#ui/files/use-object-url.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { placePicture, turnLeft, turnRight, zoomIn, zoomOut, type Size, type Turn } from './picture-rules.ts'
import style from './picture-viewer.module.css'

export type ViewedFile = { id: string; name: string; type: string }

/** A file that was sent in: a picture to zoom and turn, a PDF in the browser's own viewer, anything else to download. */
export function FileViewer({ file }: { file: ViewedFile }) {
  const shown = useObjectUrl(file.id)
  const kind = typeOf(file.type)?.kind
  if (shown === undefined) return <div className={style.waiting} role="progressbar" aria-label={m.file_loading()} />
  if (shown === 'failed') return <Callout tone="error" title={m.file_failed()} role="alert" />
  if (kind === 'image') return <PictureViewer url={shown.url} name={file.name} />
  return (
    <div className="stack gap-2">
      {/* The browser's own viewer of PDFs does not start in a sandbox. The bytes were found to be a PDF when they came. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      {kind !== 'office' && <iframe className={style.frame} src={shown.url} title={file.name} />}
      <p className="facts">
        {kind !== 'office' && (
          <a href={shown.url} target="_blank" rel="noreferrer">
            {m.file_open()}
          </a>
        )}
        <a href={shown.url} download={file.name}>
          {m.file_download()}
        </a>
      </p>
    </div>
  )
}

function PictureViewer({ url, name }: { url: string; name: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<{ zoom: number; turn: Turn }>({ zoom: 1, turn: 0 })
  const [picture, setPicture] = useState<Size>()
  const room = useRoom(frame)
  const zoomBy = (by: (zoom: number) => number) => setView(({ zoom, turn }) => ({ zoom: by(zoom), turn }))
  const turnBy = (by: (turn: Turn) => Turn) => setView(({ zoom, turn }) => ({ zoom, turn: by(turn) }))
  const whole = () => setView(({ turn }) => ({ zoom: 1, turn }))
  useKeys({
    '+': () => zoomBy(zoomIn),
    '=': () => zoomBy(zoomIn),
    '-': () => zoomBy(zoomOut),
    '0': whole,
    t: () => turnBy(turnRight),
    '[': () => turnBy(turnLeft),
    ']': () => turnBy(turnRight),
  })
  useWheelZoom(frame, zoomBy)
  useKeepCentre(frame, view.zoom)
  const placed = picture && room && placePicture(picture, room, view)
  return (
    <div className="stack gap-2">
      {/* Focusable, so that the arrow keys move a zoomed picture. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        className={style.frame}
        role="region"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-zoomed={view.zoom > 1 || undefined}
        onPointerDown={startDragging}
        onDoubleClick={() => (view.zoom > 1 ? whole() : setView({ ...view, zoom: 2.5 }))}
      >
        <div className={style.outer} style={placed && { width: placed.outer.width, height: placed.outer.height }}>
          <img
            className={style.picture}
            src={url}
            alt={m.proofs_picture_alt({ name })}
            draggable={false}
            style={placed ? { ...placed.inner, transform: `translate(-50%, -50%) rotate(${view.turn}deg)` } : { visibility: 'hidden' }}
            onLoad={({ currentTarget }) => setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
          />
        </div>
      </div>
      <Tools zoom={view.zoom} onZoom={zoomBy} onTurn={turnBy} />
    </div>
  )
}

type ToolsProps = { zoom: number; onZoom(by: (zoom: number) => number): void; onTurn(by: (turn: Turn) => Turn): void }

function Tools({ zoom, onZoom, onTurn }: ToolsProps) {
  return (
    <p className="facts">
      <StaffButton look="quiet" icon="zoomIn" iconOnly onClick={() => onZoom(zoomIn)} aria-keyshortcuts="+">
        {m.proofs_zoom_in()}
      </StaffButton>
      <StaffButton look="quiet" icon="zoomOut" iconOnly onClick={() => onZoom(zoomOut)} aria-keyshortcuts="-">
        {m.proofs_zoom_out()}
      </StaffButton>
      <StaffButton look="quiet" icon="turnLeft" iconOnly onClick={() => onTurn(turnLeft)} aria-keyshortcuts="[">
        {m.proofs_turn_left()}
      </StaffButton>
      <StaffButton look="quiet" icon="turnRight" iconOnly onClick={() => onTurn(turnRight)} aria-keyshortcuts="t">
        {m.proofs_turn_right()}
      </StaffButton>
      <output className={style.zoom}>{Math.round(zoom * 100)} %</output>
      <small className={style.keys}>{m.proofs_picture_keys()}</small>
    </p>
  )
}

/** Size of the frame without its scroll bars. */
function useRoom(frame: RefObject<HTMLDivElement | null>): Size | undefined {
  const [room, setRoom] = useState<Size>()
  useLayoutEffect(() => {
    const element = frame.current!
    const measure = () => setRoom({ width: element.offsetWidth - 2, height: element.offsetHeight - 2 })
    const watching = new ResizeObserver(measure)
    watching.observe(element)
    return () => watching.disconnect()
  }, [frame])
  return room
}

/** Ctrl and the wheel, which is also how a touch pad pinches. React's own wheel listener cannot keep the page from zooming. */
function useWheelZoom(frame: RefObject<HTMLDivElement | null>, zoomBy: (by: (zoom: number) => number) => void): void {
  const zoom = useRef(zoomBy)
  useEffect(() => {
    zoom.current = zoomBy
  })
  useEffect(() => {
    const element = frame.current!
    const turnWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom.current(event.deltaY < 0 ? zoomIn : zoomOut)
    }
    element.addEventListener('wheel', turnWheel, { passive: false })
    return () => element.removeEventListener('wheel', turnWheel)
  }, [frame])
}

/** What is in the middle stays there when the picture grows. */
function useKeepCentre(frame: RefObject<HTMLDivElement | null>, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = frame.current!
    const grown = zoom / before.current
    before.current = zoom
    const middle = { x: element.scrollLeft + element.clientWidth / 2, y: element.scrollTop + element.clientHeight / 2 }
    element.scrollTo({ left: middle.x * grown - element.clientWidth / 2, top: middle.y * grown - element.clientHeight / 2 })
  }, [frame, zoom])
}

/** The mouse drags a zoomed picture; a finger scrolls it by itself. */
function startDragging(event: PointerEvent<HTMLDivElement>): void {
  if (event.pointerType !== 'mouse' || event.button !== 0) return
  const element = event.currentTarget
  let last = { x: event.clientX, y: event.clientY }
  element.setPointerCapture(event.pointerId)
  const drag = (move: globalThis.PointerEvent) => {
    element.scrollBy(last.x - move.clientX, last.y - move.clientY)
    last = { x: move.clientX, y: move.clientY }
  }
  const end = () => element.removeEventListener('pointermove', drag)
  element.addEventListener('pointermove', drag)
  element.addEventListener('lostpointercapture', end, { once: true })
}
