import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { violationsQuery } from '#ui/violations/violation-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

/** Milliseconds after a lapse within which its violation point appears: the job runs every minute. */
const pointComesWithin = 3 * 60_000
const refetchEvery = 10_000

type Props = { orderNo: string; lapsedAt: Date; serverTime: Date }

/** The violation point for an order that was not paid in time, and the member's total. */
export function LapsePoint({ orderNo, lapsedAt, serverTime }: Props) {
  const isFresh = serverTime.getTime() - lapsedAt.getTime() < pointComesWithin
  const pointOf = (points: { orderNo: string; kind: string }[] | undefined) =>
    points?.some((point) => point.orderNo === orderNo && point.kind === 'expired') ?? false
  const { data } = useQuery({
    ...violationsQuery(useApi()),
    refetchInterval: ({ state }) => (isFresh && !pointOf(state.data?.points) ? refetchEvery : false),
  })
  if (!data) return null
  const { points, counting, pointsToSuspend, pointDays, suspendDays, suspension } = data
  const given = pointOf(points)
  if (!given && !isFresh) return null
  return (
    <Callout
      tone="due"
      role="status"
      title={given ? m.result_point_given() : m.result_point_comes()}
      action={given ? <Link to="/member/violation">{m.violation_see()}</Link> : undefined}
    >
      {given && !suspension && `${m.violation_count({ points: counting, most: pointsToSuspend })} `}
      {m.violation_rule_suspend({ points: pointsToSuspend, within: pointDays, days: suspendDays })}
    </Callout>
  )
}
