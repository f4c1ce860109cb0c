import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import style from './going-on.module.css'

/** A signed reference names an order, or one payment of an order. */
function targetOf(reference: string | undefined) {
  if (!reference) return { to: '/member/order/overview' as const, search: {} }
  const name = reference.slice(0, reference.lastIndexOf('.'))
  return { to: '/member/order/payment-complete' as const, search: orderNoPattern.test(name) ? { orderNo: name } : { ref: reference } }
}

/**
 * A19: back from the gateway, or from a mail, and on to the result. By a step inside the app: the guard knows this
 * landing, and would send a direct visit to the result away.
 */
export function GoingOn({ reference }: { reference: string | undefined }) {
  const navigate = useNavigate()
  const target = targetOf(reference)
  useEffect(() => {
    void navigate({ ...targetOf(reference), replace: true })
  }, [navigate, reference])
  return (
    <div className={style.page}>
      <span className={style.ring} aria-hidden />
      <h1>{m.result_going_on()}</h1>
      <p>
        <Link {...target}>{m.result_go_on()}</Link>
      </p>
    </div>
  )
}
