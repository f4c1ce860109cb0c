import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import style from './pay-page.module.css'

/** The signed reference in the address names an order, or one payment of an order. */
function targetOf(reference: string | undefined) {
  if (!reference) return { to: '/member/order/overview' as const, search: {} }
  const name = reference.slice(0, reference.lastIndexOf('.'))
  return { to: '/member/order/payment-complete' as const, search: orderNoPattern.test(name) ? { orderNo: name } : { ref: reference } }
}

/**
 * Landing page after the payment provider or from a mail, which redirects to the result. The redirect is an in-app navigation: the guard
 * admits this landing by its signature, and would refuse a direct visit to the result.
 */
export function PaymentReturn({ reference }: { reference: string | undefined }) {
  const navigate = useNavigate()
  const target = targetOf(reference)
  useEffect(() => {
    void navigate({ ...targetOf(reference), replace: true })
  }, [navigate, reference])
  return (
    <div className={style.returned}>
      <span className={style.ring} aria-hidden />
      <h1>{m.result_going_on()}</h1>
      <p>
        <Link {...target}>{m.result_go_on()}</Link>
      </p>
    </div>
  )
}
