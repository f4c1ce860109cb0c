import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import style from './favourite-button.module.css'
import { favouritesQuery, useFavourites } from './favourites.ts'

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

/** Marks a facility, or takes the mark back; shown before the answer, and undone when it fails. */
function useMark(): (facilityId: number, marked: boolean) => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = favouritesQuery(api)
  return async (facilityId, marked) => {
    // An answer from before would take back what is shown.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (before) => {
      const others = (before ?? []).filter((one) => one !== facilityId)
      return marked ? [...others, facilityId] : others
    })
    try {
      await api.put('/api/Venues/Favourite', { venue1stId: facilityId, marked })
    } finally {
      await queryClient.invalidateQueries({ queryKey })
    }
  }
}
