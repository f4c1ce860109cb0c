import { m } from '#i18n/generated/messages.js'
import { AlreadyLoggedIn } from '#ui/accounts/already-logged-in.tsx'
import { DemoLogins } from '#ui/accounts/demo-logins.tsx'
import style from '#ui/accounts/form.module.css'
import { keepReturnTarget, takeReturnTarget } from '#ui/accounts/return-target.ts'
import { LoginForm, LoginRefused } from '#ui/accounts/login-form.tsx'
import { LoginWays } from '#ui/accounts/login-ways.tsx'
import { PasskeyLogin } from '#ui/accounts/passkey-login.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { CartReminder } from '#ui/orders/cart-reminder.tsx'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { centreName, isLoggedIn, isStaff, settingsQuery, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { readCookie } from '#lib/cookies.ts'
import { triedNameCookie } from '#modules/logins/rules.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { useEffect } from 'react'
import { returnTarget } from '#navigation/navigation-policy.ts'
import { pageHead } from '../-page-head.ts'
import { toLocation } from '../-redirect-to.ts'

type Search = { redirect?: string | undefined; error?: string | undefined; wait?: string | undefined; notice?: string | undefined }

export const Route = createFileRoute('/login/')({
  validateSearch: (search: Search) => search,
  // The loader runs once for each visit, so that the page does not change for a member who has just logged in and is leaving it.
  loaderDeps: ({ search: { error } }) => ({ error }),
  loader: async ({ context, deps }) => {
    const { demo, loginWays, loginBy } = await context.queryClient.ensureQueryData(settingsQuery(context.api))
    const viewer = context.queryClient.getQueryData<Viewer>(viewerKey) ?? null
    const who = isLoggedIn(viewer) ? { name: viewer.name, email: viewer.email, isStaff: isStaff(viewer) } : null
    // After a refused plain form (without JavaScript), the typed name is filled in again.
    const page = deps.error ? getGlobalStartContext() : undefined
    const tried = page && readCookie(page.request.headers.get('cookie'), triedNameCookie)
    const description = m.login_description({ centre: centreName(context.queryClient) })
    return { title: m.login_title(), description, viewer: who, demo, loginWays, loginBy, tried }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: LoginPage,
})

function LoginPage() {
  const { viewer, demo, loginWays, loginBy, tried } = Route.useLoaderData()
  const { redirect, error, wait } = Route.useSearch()
  const router = useRouter()
  const target = toLocation(returnTarget(redirect, viewer?.isStaff))
  useEffect(() => keepReturnTarget(redirect), [redirect])
  const goOn = (member: MemberAnswer) => {
    takeReturnTarget()
    const isAsked = member.owesSecondStep || (isStaff(member) && !member.isProvenTwice)
    if (isAsked) return router.navigate({ to: '/login/second', search: { redirect }, replace: true })
    return router.navigate({ ...toLocation(returnTarget(redirect, isStaff(member))), replace: true })
  }
  if (viewer) {
    return (
      <CourtLayout title={m.login_already_title()}>
        <AlreadyLoggedIn {...viewer}>
          <ButtonLink {...target} wide>
            {m.login_continue()}
          </ButtonLink>
        </AlreadyLoggedIn>
      </CourtLayout>
    )
  }
  return (
    <CourtLayout title={m.login_welcome()} lead={m.login_lead()}>
      {demo && <DemoLogins redirect={redirect} />}
      <CartReminder redirect={redirect} />
      {loginBy.includes('secret') ? (
        <LoginForm redirect={redirect} name={tried} before={error ? { error, wait } : undefined} onEntered={goOn} />
      ) : (
        error && <LoginRefused {...{ error, wait }} />
      )}
      {loginBy.includes('passkey') && <PasskeyLogin onEntered={goOn} />}
      <LoginWays ways={loginWays} redirect={redirect} />
      <div className={style.foot}>
        <p>
          {m.login_new_here()}
          <Link to="/register" search={{ redirect }}>
            {m.login_register()}
          </Link>
        </p>
        <p>
          {m.login_just_signed_up()}
          <Link to="/emailValidation">{m.login_resend()}</Link>
        </p>
      </div>
    </CourtLayout>
  )
}
