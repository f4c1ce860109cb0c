import type { ApiClient } from '#client/api-client.ts'
import { isRefusal } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { sayWay } from '#i18n/pay-ways.ts'
import { formatMoney } from '#i18n/money.ts'
import { isGone, type OrderState } from '#modules/orders/rules.ts'
import type { PayLinkAnswer } from '#modules/orders/wire.ts'
import type { StartAnswer } from '#modules/payments/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Unreachable } from '#ui/kit/unreachable.tsx'
import { InvoiceBuyer } from '#ui/invoices/invoice-buyer.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { leaveToPay } from './leave-to-pay.ts'
import { browserPrefix } from '#ui/session/language.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useCentre } from '#ui/session/viewer.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import style from './pay-page.module.css'
import { InAppNotice, WayCards, type PayWay } from './pay-ways.tsx'

/** Read again while the provider's notice is on its way. */
export const payLinkQuery = (api: ApiClient, ref: string) =>
  queryOptions({
    queryKey: ['pay-link', ref],
    queryFn: () => api.get<PayLinkAnswer>('/api/Payment/Link', { query: { ref }, silent: true }),
    refetchInterval: ({ state: { data } }) => (data?.isProcessing && data.status === 'awaiting-payment' ? 3000 : false),
    retry: false,
  })

/** Paying by a link that the desk has sent, without logging in. */
export function PayPage({ reference }: { reference: string }) {
  const api = useApi()
  const { data: order, error, isFetching, refetch } = useQuery(payLinkQuery(api, reference))
  if (isRefusal(error) || reference === '')
    return (
      <div className={style.page}>
        <h1>{m.pay_gone()}</h1>
        <p>{m.pay_gone_hint()}</p>
      </div>
    )
  if (!order) return error && <Unreachable busy={isFetching} onAgain={refetch} />
  const isPaid = !isGone(order.status as OrderState) && order.status !== 'awaiting-payment'
  return (
    <div className="beside">
      <div className="does stack gap-4">
        <h1>{isPaid ? m.pay_title_done() : m.pay_title()}</h1>
        <Outcome order={order} isPaid={isPaid} />
        <ul className={style.items}>
          {order.items.map((item) => (
            <li key={item.id}>
              <span>
                <b>
                  {item.venue1stName} {item.venue2ndName}
                </b>
                <br />
                {formatPeriod(new Date(item.start), new Date(item.end), getLocale())}
              </span>
              <span className={style.sum}>{formatMoney(item.total)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={`stack gap-4 ${style.costs}`}>
        {order.status === 'awaiting-payment' && <InvoiceBuyer reference={reference} />}
        {order.status === 'awaiting-payment' && <PayForm {...{ order, reference }} />}
        <p className="soft">{m.pay_order_no({ orderNo: order.orderNo })}</p>
      </div>
    </div>
  )
}

function Outcome({ order, isPaid }: { order: PayLinkAnswer; isPaid: boolean }) {
  const centre = useCentre()
  if (isPaid)
    return (
      <Callout tone="success" role="status">
        {m.pay_done()}
      </Callout>
    )
  if (order.status !== 'awaiting-payment') return <Callout tone="error">{m.pay_over()}</Callout>
  return (
    <>
      <p>{m.pay_lead({ centre: centre?.name ?? '' })}</p>
      {order.payBefore && <p>{m.pay_link_before({ before: formatMoment(new Date(order.payBefore), getLocale()) })}</p>}
      {order.leftWay && (
        <Callout tone="due" role="status" title={m.result_left()}>
          {m.result_left_way_text({ way: sayWay(order.leftWay) })}
        </Callout>
      )}
      {order.isProcessing && (
        <Callout tone="info" role="status">
          {m.pay_processing()}
        </Callout>
      )}
    </>
  )
}

function PayForm({ order, reference }: { order: PayLinkAnswer; reference: string }) {
  const api = useApi()
  const [chosen, setChosen] = useState<PayWay>()
  const before = order.ways.find(({ way }) => way === order.leftWay)
  const way = chosen ?? (before ?? order.ways[0])?.way
  const { busy, refused, form } = useSubmit(async () => {
    leaveToPay(await api.post<StartAnswer>('/api/Payment/Link', { ref: reference, way, prefix: browserPrefix() }))
  })
  return (
    <form className="stack gap-4" {...form}>
      <InAppNotice />
      {order.ways.length > 1 && (
        <fieldset className={style.ways}>
          <legend>{m.check_pay_way()}</legend>
          <WayCards offers={order.ways} serverTime={order.serverTime} chosen={way} onChoose={setChosen} />
        </fieldset>
      )}
      <p className={style.total}>
        <span>{m.pay_total()}</span>
        <b>{formatMoney(order.amount)}</b>
      </p>
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy}>
        {m.pay_now({ amount: formatMoney(order.amount) })}
      </Button>
    </form>
  )
}
