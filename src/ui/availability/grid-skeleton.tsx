import { m } from '#i18n/generated/messages.js'
import style from './availability-grid.module.css'

const lines = Array.from({ length: 8 }, (_, n) => n)

/** Placeholder in the shape of the grid while it loads. */
export function GridSkeleton() {
  return (
    <div className={style.skeleton} role="status" aria-label={m.grid_loading()}>
      {lines.map((line) => (
        <span key={line} />
      ))}
    </div>
  )
}
