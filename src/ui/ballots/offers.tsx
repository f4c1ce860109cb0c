import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { OwnBallotAnswer } from '#modules/ballots/wish-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { usePreOrdersChanged } from '#ui/preorders/preorder-queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ballotsKey } from './ballot-queries.ts'
import { sayMoment } from './ballot-words.ts'
import style from './ballots.module.css'

type Offer = OwnBallotAnswer['offers'][number]

const stateWords: Record<Exclude<Offer['state'], 'offered'>, () => string> = {
  accepted: m.ballot_offer_state_accepted,
  declined: m.ballot_offer_state_declined,
  lapsed: m.ballot_offer_state_lapsed,
}

/** What came free for the club as a substitute: one press accepts, one declines. */
export function Offers({ offers }: { offers: Offer[] }) {
  return offers.map((offer) =>
    offer.state === 'offered' ? <OpenOffer key={offer.id} offer={offer} /> : <PastOffer key={offer.id} offer={offer} />,
  )
}

function PastOffer({ offer: { summary, state } }: { offer: Offer }) {
  return (
    <p className={style.quiet}>
      {summary} · {stateWords[state as keyof typeof stateWords]()}
    </p>
  )
}

function OpenOffer({ offer: { id, summary, dates, amount, until } }: { offer: Offer }) {
  const api = useApi()
  const queries = useQueryClient()
  const changed = usePreOrdersChanged()
  const [busy, setBusy] = useState(false)
  async function answer(accept: boolean): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const { orderNo } = await api.post<{ orderNo: string | null }>('/api/Ballot/Community/Offer', { offerId: id, accept })
      toast('success', accept ? m.ballot_offer_accepted({ orderNo: orderNo ?? '' }) : m.ballot_offer_declined())
    } catch {
      // The client has shown why; the list says how it stands.
    } finally {
      setBusy(false)
      await Promise.all([queries.invalidateQueries({ queryKey: ballotsKey }), changed()])
    }
  }
  return (
    <Callout tone="due" title={m.ballot_offer_title({ what: summary })}>
      <p>{m.ballot_offer_text({ count: dates, amount: formatMoney(amount), time: sayMoment(until) })}</p>
      <div className={style.actions}>
        <Button busy={busy} onClick={() => void answer(true)}>
          {m.ballot_offer_accept()}
        </Button>
        <Button look="secondary" busy={busy} onClick={() => void answer(false)}>
          {m.ballot_offer_decline()}
        </Button>
      </div>
    </Callout>
  )
}
