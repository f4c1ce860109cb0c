import { isRefusal } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { ForOtherRoles } from '#ui/session/for-other-roles.tsx'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Unreachable } from '#ui/kit/unreachable.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { useQuery } from '@tanstack/react-query'
import { ApplyForm } from './apply-form.tsx'
import { refundCheckQuery } from './refund-queries.ts'

/** Application for a refund: amounts by item, then the form. What was read stays when it cannot be read again. */
export function ApplyPage({ orderNo }: { orderNo: string }) {
  const { data: check, error, isFetching, refetch } = useQuery(refundCheckQuery(useApi(), orderNo))
  const may = useMay('POST /api/Order/Refund')
  const refusal = isRefusal(error) ? error.code : undefined
  const isSeason = refusal === 'given_back_by_date'
  const canGiveBack = check && [...check.items, ...check.lines].some(({ refund }) => refund !== null)
  return (
    <div className="stack gap-5">
      <header className={detail.head}>
        <h1>{m.refund_apply_title()}</h1>
      </header>
      {!may && <ForOtherRoles />}
      {may && canGiveBack && refusal === undefined && <ApplyForm key={orderNo} check={check} />}
      {!check && error && refusal === undefined && <Unreachable busy={isFetching} onAgain={refetch} />}
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
      {!isSeason && (refusal !== undefined || canGiveBack === false) && (
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
