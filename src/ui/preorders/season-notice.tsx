import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { RoundBanner } from './round-banner.tsx'
import { useRound } from './use-round.ts'

/** State of the round in the member area of a community. */
export function SeasonNotice() {
  const round = useRound()
  if (!round) return null
  return (
    <RoundBanner round={round}>
      <ButtonLink to="/member/order/schedule">{m.preorder_go()}</ButtonLink>
    </RoundBanner>
  )
}
