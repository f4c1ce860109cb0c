import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import type { UsedNumberAnswer } from '#modules/desk/counter-wire.ts'
import type { DeskMethod } from '#modules/tills/way-rules.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const restFor = 400

/** Warns of a voucher's number that was taken for another order: some vouchers are used in several, so it may be taken again. */
export function NumberUsed({ method, reference }: { method: DeskMethod; reference: string }) {
  const typed = reference.trim()
  const [number, setNumber] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setNumber(typed), restFor)
    return () => clearTimeout(timer)
  }, [typed])
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['number-used', method, number],
    queryFn: () => api.get<UsedNumberAnswer>('/api/Staff/Payment/Voucher', { query: { kind: method, reference: number }, silent: true }),
    enabled: isVoucher(method) && number !== '' && number === typed,
    staleTime: 5000,
  })
  const orders = number === typed && isVoucher(method) ? (data?.orders ?? []) : []
  return (
    <div role="status">
      {orders.length > 0 && <Callout tone="info">{m.counter_number_used({ orders: joinList(orders, getLocale()) })}</Callout>}
    </div>
  )
}
