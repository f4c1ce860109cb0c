import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { StartAnswer } from '#modules/payments/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useCanPay } from '#ui/session/viewer.ts'
import { browserPrefix } from '#ui/session/language.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useOrdersChanged } from './order-queries.ts'
import { leaveToPay } from './leave-to-pay.ts'

type Props = { orderNo: string; wide?: boolean; look?: 'primary' | 'secondary'; children?: ReactNode }

/** Leads to the payment provider; where the centre has none, says where to pay. */
export function PayButton(props: Props) {
  return useCanPay() ? <OnlineButton {...props} /> : <p>{m.pay_only_at_desk()}</p>
}

function OnlineButton({ orderNo, wide = false, look = 'primary', children }: Props) {
  const api = useApi()
  const changed = useOrdersChanged()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()

  // A page restored from the back/forward cache is no longer busy.
  useEffect(() => {
    const show = () => setBusy(false)
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])

  async function pay(): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    try {
      await startToPay(api, orderNo)
    } catch (error) {
      setBusy(false)
      setRefused(refusalOf(error, Date.now()))
      void changed()
    }
  }

  return (
    <>
      <FormProblem refused={refused} />
      <Button look={look} wide={wide} busy={busy} onClick={() => void pay()} data-sends>
        {children ?? m.pay_go()}
      </Button>
    </>
  )
}

async function startToPay(api: ApiClient, orderNo: string): Promise<void> {
  leaveToPay(await api.post<StartAnswer>('/api/Payment/Start', { orderNo, prefix: browserPrefix() }))
}
