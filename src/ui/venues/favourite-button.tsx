import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import style from './favourite-button.module.css'
import { useFavourites, useMark } from './favourites.ts'

type Props = { facility: { id: number; name: string } }

/** Marks a facility as a favourite of the member: a heart, which is filled while it is one. A visitor is led to log in, and back. */
export function FavouriteButton({ facility }: Props) {
  return isLoggedIn(useViewer()) ? <Mark facility={facility} /> : <LogInToMark facility={facility} />
}

function Mark({ facility: { id, name } }: Props) {
  const marked = useFavourites()?.includes(id) ?? false
  const mark = useMark()
  return (
    <IconButton
      icon="heart"
      size={24}
      className={style.mark}
      aria-pressed={marked}
      label={m.favourite_mark({ name })}
      onClick={() => void mark(id, !marked).catch(() => undefined)}
    />
  )
}

function LogInToMark({ facility: { name } }: Props) {
  const here = useRouterState({ select: ({ location: { pathname, searchStr } }) => pathname + searchStr })
  return (
    <Link to="/login" search={{ redirect: here }} className={style.login} aria-label={m.favourite_login({ name })}>
      <Icon name="heart" size={24} />
    </Link>
  )
}
