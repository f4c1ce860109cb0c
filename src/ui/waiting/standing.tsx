import { m } from '#i18n/generated/messages.js'
import type { WishAnswer } from '#modules/waiting/wire.ts'
import { useMember } from '#ui/accounts/member-queries.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { standingWish } from './standing-wish.ts'
import { wishesQuery } from './wish-queries.ts'
import type { WishValues } from './wish-values.ts'
import { sayPlaceInLine, wishStateWords } from './wish-words.ts'

/** The member's wish that waits for this already. */
export function useStandingWish(initial: Partial<WishValues>): { standing: WishAnswer | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...wishesQuery(useApi()), enabled: useMember() !== undefined })
  return { standing: standingWish(data?.items ?? [], initial), isLoading }
}

/** That one waits, at which place, and the way to it. */
export function Standing({ wish: { status, place } }: { wish: WishAnswer }) {
  const { word, tone } = wishStateWords[status]
  return (
    <p className="cluster gap-2" role="status">
      <Chip tone={tone}>{word()}</Chip>
      {place !== null && <span>{sayPlaceInLine(place)}</span>}
      <Link to="/member/order/overview" search={{ wishes: '1' }}>
        {m.wish_see_all()}
      </Link>
    </p>
  )
}

/** The same in the place of a button, which is told to go. */
export function StandingInstead({ initial, onFound }: { initial: Partial<WishValues>; onFound(isThere: boolean): void }) {
  const { standing } = useStandingWish(initial)
  const isThere = standing !== undefined
  useEffect(() => onFound(isThere), [isThere, onFound])
  return standing ? <Standing wish={standing} /> : null
}
