import { m } from '#i18n/generated/messages.js'
import { keepReturnTarget } from '#ui/accounts/return-target.ts'
import { identitiesQuery } from '#ui/accounts/member-queries.ts'
import { useVouched } from '#ui/accounts/use-vouched.ts'
import { RegisterPage } from '#ui/accounts/register-page.tsx'
import { CartReminder } from '#ui/orders/cart-reminder.tsx'
import { LoginWays } from '#ui/accounts/login-ways.tsx'
import { centreName, settingsQuery } from '#ui/session/viewer.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/register')({
  validateSearch: (search: { redirect?: string | undefined; way?: string | undefined }) => search,
  loader: async ({ context: { queryClient, api } }) => {
    const { loginWays, loginBy } = await queryClient.ensureQueryData(settingsQuery(api))
    return {
      title: m.register_title(),
      description: m.register_description({ centre: centreName(queryClient) }),
      loginWays,
      hasSecrets: loginBy.includes('secret'),
      identities: await queryClient.ensureQueryData(identitiesQuery(api)),
    }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Register,
})

function Register() {
  const { identities, loginWays, hasSecrets } = Route.useLoaderData()
  const { redirect, way } = Route.useSearch()
  useVouched(way !== undefined)
  useEffect(() => keepReturnTarget(redirect), [redirect])
  return (
    <RegisterPage
      identities={identities}
      hasForm={hasSecrets || way !== undefined}
      waiting={<CartReminder redirect={redirect} />}
      byWay={way === undefined && <LoginWays ways={loginWays} redirect={redirect} label={m.register_with_way} />}
    />
  )
}
