import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { isLinkToken } from '#modules/logins/rules.ts'
import { ResetSecret } from '#ui/accounts/reset-form.tsx'
import { takeReturnTarget } from '#ui/accounts/return-target.ts'
import { toast } from '#ui/kit/toast.tsx'
import { reloadViewer } from '#ui/session/logout.ts'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'
import { validate } from './-validate.ts'

const isLink = validate(({ params }) => isLinkToken(params['token'] ?? ''))

export const Route = createFileRoute('/resetpkey/$token')({
  beforeLoad: (asked) => isLink(asked),
  loader: async ({ context: { api }, params: { token } }) => ({
    title: m.reset_title(),
    description: m.reset_description(),
    // Any other failure is shown when the form is sent.
    refusal: await api.post('/api/AccountMember/ResetPKey/Check', { token }, { silent: true }).then(
      () => undefined,
      (error: unknown) => (error instanceof ApiProblem ? error.code : undefined),
    ),
  }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: ResetPage,
})

function ResetPage() {
  const { token } = Route.useParams()
  const { refusal } = Route.useLoaderData()
  const router = useRouter()
  const onReset = async () => {
    toast('success', m.reset_done())
    // A new password ends every session of the member, maybe this browser's too.
    await reloadViewer(router)
    await router.navigate({ to: '/login', search: { redirect: takeReturnTarget() }, replace: true })
  }
  return <ResetSecret key={token} token={token} refusal={refusal} onReset={onReset} />
}
