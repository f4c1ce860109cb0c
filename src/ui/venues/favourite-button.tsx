import { m } from '#i18n/generated/messages.js'
import style from './favourite-button.module.css'
import { useFavourites, useMark } from './favourites.ts'

/** Marks a facility as a favourite of the member: a heart, which is filled while it is one. */
export function FavouriteButton({ facility: { id, name } }: { facility: { id: number; name: string } }) {
  const marked = useFavourites().includes(id)
  const mark = useMark()
  return (
    <button
      type="button"
      className={style.favourite}
      aria-pressed={marked}
      aria-label={m.favourite_mark({ name })}
      onClick={() => void mark(id, !marked).catch(() => undefined)}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M12 20.3 4.6 13a4.9 4.9 0 0 1 6.9-7l.5.6.5-.6a4.9 4.9 0 0 1 6.9 7Z" />
      </svg>
    </button>
  )
}
