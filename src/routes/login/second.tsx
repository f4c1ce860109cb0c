import { m } from '#i18n/generated/messages.js'
import { EnrolFactor } from '#ui/accounts/enrol-factor.tsx'
import { useMember } from '#ui/accounts/member-queries.ts'
import { ProveFactor } from '#ui/accounts/prove-factor.tsx'
import { StaffLogin } from '#ui/accounts/staff-login.tsx'
import { loginWaysQuery, secondFactorsQuery } from '#ui/accounts/second-factor-queries.ts'
import style from '#ui/accounts/second-factor.module.css'
import { Button } from '#ui/kit/button.tsx'
import { logout } from '#ui/session/logout.ts'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { isStaff, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { createFileRoute, Link, redirect as redirectRoute, useRouter } from '@tanstack/react-router'
import { returnTarget } from '#navigation/navigation-policy.ts'
import { pageHead } from '../-page-head.ts'
import { toLocation } from '../-redirect-to.ts'

type Search = { redirect?: string | undefined }

export const Route = createFileRoute('/login/second')({
  validateSearch: (search: Search) => search,
  beforeLoad: ({ context, search: { redirect } }) => {
    const viewer = context.queryClient.getQueryData<Viewer>(viewerKey) ?? null
    if (!viewer) throw redirectRoute({ to: '/login', search: { redirect } })
    const isAsked = viewer.owesSecondStep || (isStaff(viewer) && !viewer.isProvenTwice)
    if (!isAsked) throw redirectRoute(toLocation(returnTarget(redirect, isStaff(viewer))))
  },
  loader: async ({ context: { queryClient, api } }) => {
    const isMember = !isStaff(queryClient.getQueryData<Viewer>(viewerKey) ?? null)
    if (isMember) {
      const factors = await queryClient.fetchQuery(secondFactorsQuery(api))
      return { title: m.second_title(), description: m.second_description(), factors, issuer: null }
    }
    const [factors, { toLink }] = await Promise.all([
      queryClient.fetchQuery(secondFactorsQuery(api)),
      queryClient.fetchQuery(loginWaysQuery(api)),
    ])
    const { staffIssuer } = factors
    const issuer = staffIssuer && { ...staffIssuer, isLinked: !toLink.some(({ name }) => name === staffIssuer.name) }
    if (issuer) return { title: m.staff_login_heading({ way: issuer.title }), description: m.staff_login_description(), factors, issuer }
    return { title: m.second_title(), description: m.second_description(), factors, issuer }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: SecondFactorPage,
})

function SecondFactorPage() {
  const { factors, issuer } = Route.useLoaderData()
  const { ways, confirmFirst } = factors
  const { redirect } = Route.useSearch()
  const member = useMember()
  const router = useRouter()
  const goOn = () => router.navigate({ ...toLocation(returnTarget(redirect, isStaff(member ?? null))), replace: true })
  if (!member) return null
  if (issuer) return <StaffLogin {...{ issuer, redirect }} />
  if (member.owesSecondStep)
    return (
      <CourtLayout title={m.second_heading()} lead={m.second_member_lead()}>
        <ProveFactor ways={ways} isMember onProven={() => goOn()} />
        <p className={style.foot}>
          <Button look="quiet" onClick={() => void logout(router)}>
            {m.second_log_out()}
          </Button>
        </p>
      </CourtLayout>
    )
  const hasFactor = ways.passkey || ways.authenticator
  return (
    <CourtLayout
      title={hasFactor ? m.second_heading() : m.second_enrol_heading()}
      lead={hasFactor ? m.second_lead() : m.second_enrol_lead()}
    >
      {hasFactor ? (
        <ProveFactor ways={ways} onProven={() => goOn()} />
      ) : (
        <EnrolFactor email={member.email} needsSecret={confirmFirst === 'secret'} onDone={goOn} />
      )}
      <p className={style.foot}>
        <Link to="/member">{m.second_as_member()}</Link>
      </p>
    </CourtLayout>
  )
}
