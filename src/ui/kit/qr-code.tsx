import { drawQr } from '#lib/qr.ts'
import style from './qr-code.module.css'

const quiet = 4

/** QR code, dark on light in both colour schemes: scanners do not read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size: modules } = drawQr(text)
  const size = modules + 2 * quiet
  return (
    <svg className={style.code} viewBox={`${-quiet} ${-quiet} ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={-quiet} y={-quiet} width={size} height={size} className={style.light} />
      <path d={path} className={style.dark} />
    </svg>
  )
}
