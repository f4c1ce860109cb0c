import { m } from '#i18n/generated/messages.js'
import style from './content-list.module.css'

/** Placeholder in the shape of the list while it loads. */
export function ListSkeleton() {
  return (
    <div className={style.list} role="progressbar" aria-label={m.content_loading()}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={style.skeleton} />
      ))}
    </div>
  )
}
