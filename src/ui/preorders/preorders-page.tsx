import { m } from '#i18n/generated/messages.js'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import list from '#ui/orders/order-list.module.css'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PreOrderList } from './preorder-list.tsx'
import { draftsFilter, preOrdersQuery } from './preorder-queries.ts'
import type { PreOrderSearch } from './preorder-search.ts'
import { RoundBanner } from './round-banner.tsx'
import { OtherRounds } from './round-choice.tsx'
import { SeasonFairness } from './season-fairness.tsx'
import { usePhase, useRound } from './use-round.ts'

/** State of the round, and the community's pre-orders. */
export function PreOrdersPage({
  search,
  children,
}: {
  search: PreOrderSearch
  /** Between the round and the list. */ children?: ReactNode
}) {
  const round = useRound()
  return (
    <div className={list.page}>
      <header>
        <h1>{m.preorder_title()}</h1>
        <p className={list.lead}>{m.preorder_lead()}</p>
      </header>
      {round ? (
        <RoundBanner round={round}>
          <StartButton round={round} />
        </RoundBanner>
      ) : (
        round === null && <Callout title={m.preorder_no_round()}>{m.preorder_no_round_text()}</Callout>
      )}
      {round && (round.phase === 'open' || round.phase === 'ended') && <SeasonFairness round={round} />}
      <OtherRounds round={round} />
      {children}
      <PreOrderList search={search} />
    </div>
  )
}

/** Button to create a pre-order, or to continue the draft. */
function StartButton({ round }: { round: RoundAnswer }) {
  const phase = usePhase(round)
  const { data } = useQuery(preOrdersQuery(useApi(), draftsFilter))
  const draft = data?.items.find((one) => one.round.id === round.id)
  const may = useMay('POST /api/PreOrder/Community')
  if (!may) return null
  // The wishes of a ballot are ranked on a page of their own, which the list below links to.
  if (phase === 'not-yet' || phase === 'ended' || (round.mode === 'ballot' && round.drawnAt === null)) return null
  return (
    <>
      {draft && (
        <ButtonLink to="/member/order/schedule/create" search={{ draft: draft.orderNo }}>
          {m.preorder_continue_draft()}
        </ButtonLink>
      )}
      <ButtonLink to="/member/order/schedule/create" search={{ round: String(round.id) }} look={draft ? 'secondary' : 'primary'}>
        {phase === 'open' ? m.preorder_create() : m.preorder_prepare()}
      </ButtonLink>
    </>
  )
}
