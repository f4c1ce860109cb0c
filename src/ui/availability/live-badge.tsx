import { m } from '#i18n/generated/messages.js'
import style from './availability-grid.module.css'
import type { Liveness } from '#client/live-stream.ts'

const words: Record<Liveness, () => string> = { connecting: m.grid_connecting, live: m.grid_live, lost: m.grid_lost_connection }

/** Whether the grid is live. Announced only when it changes. */
export function LiveBadge({ liveness }: { liveness: Liveness }) {
  return (
    <p className={style.live} data-live={liveness} role="status">
      {words[liveness]()}
    </p>
  )
}
