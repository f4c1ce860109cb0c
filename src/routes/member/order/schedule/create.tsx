import { m } from '#i18n/generated/messages.js'
import { useMember } from '#ui/accounts/member-queries.ts'
import { BallotPage } from '#ui/ballots/ballot-page.tsx'
import { ownBallotQuery } from '#ui/ballots/ballot-queries.ts'
import { CreatePage } from '#ui/preorders/create-page.tsx'
import { preOrderQuery, roundQuery, seasonFacilitiesQuery } from '#ui/preorders/preorder-queries.ts'
import detail from '#ui/orders/order-detail.module.css'
import { ForOtherRoles } from '#ui/session/for-other-roles.tsx'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageHead } from '../../../-page-head.ts'
import { looksLikePreOrderNo } from '../../../-preorder-number.ts'
import { validate } from '../../../-validate.ts'

type Search = {
  draft?: string | undefined
  edit?: string | undefined
  facility?: string | undefined
  round?: string | number | undefined
  ballot?: string | number | undefined
}

const namesOne = validate(({ search: { draft, edit } }) =>
  [draft, edit].every((orderNo) => orderNo === undefined || looksLikePreOrderNo(orderNo)),
)

/** The id of a round in the address; a mistyped one is left out, and the current round is shown. */
const asId = (round: unknown): number | undefined => (/^[1-9]\d{0,8}$/.test(String(round)) ? Number(round) : undefined)

export const Route = createFileRoute('/member/order/schedule/create')({
  staticData: { task: { back: { to: '/member/order/schedule', label: m.nav_schedule } } },
  validateSearch: (search: Search) => search,
  beforeLoad: (asked) => namesOne(asked),
  loaderDeps: ({ search: { draft, edit, round, ballot } }) => ({ draft, edit, asked: asId(round), ballot }),
  loader: async ({ context: { queryClient, api }, deps: { draft, edit, asked, ballot } }) => {
    if (ballot !== undefined) {
      await queryClient.ensureQueryData(ownBallotQuery(api, Number(ballot)))
      return { title: m.ballot_title() }
    }
    const orderNo = edit ?? draft
    const [round, opened] = await Promise.all([
      queryClient.ensureQueryData(roundQuery(api, asked)),
      orderNo ? queryClient.ensureQueryData(preOrderQuery(api, orderNo)) : undefined,
    ])
    // A pre-order that was submitted meanwhile, or that can no longer be changed, is shown on its own page.
    if (orderNo && (draft ? opened?.status !== 'draft' : !opened?.may.edit))
      throw redirect({ to: '/member/order/schedule/$id', params: { id: orderNo }, replace: true })
    const shown = opened?.roundDetail ?? round
    if (shown && shown.phase !== 'not-yet') await queryClient.ensureQueryData(seasonFacilitiesQuery(api, shown.id))
    return { title: m.preorder_create_title() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Create,
})

/** Removes the cached pre-order on leaving: the form has saved newer values, and the next visit has to load them. */
function useForgetOnLeave(orderNo: string | undefined): void {
  const queryClient = useQueryClient()
  const api = useApi()
  useEffect(
    () => () => {
      if (orderNo) queryClient.removeQueries({ queryKey: preOrderQuery(api, orderNo).queryKey })
    },
    [queryClient, api, orderNo],
  )
}

function Create() {
  const { draft, edit, facility, round, ballot } = Route.useSearch()
  const navigate = Route.useNavigate()
  const member = useMember()
  const orderNo = edit ?? draft
  const { data } = useQuery({ ...preOrderQuery(useApi(), orderNo ?? ''), enabled: orderNo !== undefined })
  // A new pre-order keeps its form when it receives its number.
  const [own, setOwn] = useState<string>()
  useForgetOnLeave(orderNo)
  const may = useMay('POST /api/PreOrder/Community')
  if (!member) return null
  if (!may)
    return (
      <div className="stack gap-5">
        <header className={detail.head}>
          <h1>{m.preorder_create()}</h1>
        </header>
        <ForOtherRoles />
      </div>
    )
  if (ballot !== undefined) return <BallotPage key={ballot} roundId={Number(ballot)} member={member} />
  if (orderNo !== undefined && orderNo !== own && !data)
    return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <CreatePage
      key={orderNo === undefined || orderNo === own ? `new ${round}` : orderNo}
      roundId={asId(round)}
      member={member}
      opened={orderNo === undefined ? undefined : data}
      editing={edit !== undefined}
      facilityId={facility}
      onFacility={(id) => void navigate({ search: (before) => ({ ...before, facility: String(id) }), replace: true, resetScroll: false })}
      onNumbered={(number) => {
        setOwn(number)
        void navigate({ search: (before) => ({ ...before, draft: number }), replace: true, resetScroll: false })
      }}
    />
  )
}
