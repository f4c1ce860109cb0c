import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { useQuery } from '@tanstack/react-query'
import { ApplyForm } from './apply-form.tsx'
import { refundCheckQuery } from './refund-queries.ts'

/** Application for a refund: amounts by item, then the form. */
export function ApplyPage({ orderNo }: { orderNo: string }) {
  const { data: check, error } = useQuery({ ...refundCheckQuery(useApi(), orderNo), retry: false })
  const isSeason = error instanceof ApiProblem && error.code === 'given_back_by_date'
  return (
    <div className="stack gap-5">
      <header className={detail.head}>
        <h1>{m.refund_apply_title()}</h1>
      </header>
      {check && check.items.some(({ refund }) => refund !== null) && <ApplyForm key={orderNo} check={check} />}
      {isSeason && (
        <Callout
          tone="info"
          title={m.refund_season()}
          action={
            <ButtonLink to="/member/order/schedule" look="secondary">
              {m.refund_season_link()}
            </ButtonLink>
          }
        >
          <p>{m.refund_season_text()}</p>
        </Callout>
      )}
      {((error && !isSeason) || check?.items.every(({ refund }) => refund === null)) && (
        <Callout
          tone="info"
          title={m.refund_apply_nothing()}
          action={
            <ButtonLink to="/member/order/refund" look="secondary">
              {m.refund_list_title()}
            </ButtonLink>
          }
        >
          <p>{m.refund_apply_nothing_text()}</p>
        </Callout>
      )}
      {!check && !error && <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </div>
  )
}
