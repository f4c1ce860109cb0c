import { m } from '#i18n/generated/messages.js'
import { ForgetByMail } from '#ui/accounts/forget-by-mail.tsx'
import { ForgetBySms } from '#ui/accounts/forget-by-sms.tsx'
import style from '#ui/accounts/form.module.css'
import { keepReturnTarget } from '#ui/accounts/return-target.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { SegmentLink, SegmentLinks } from '#ui/kit/segment-links.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { reloadViewer } from '#ui/session/logout.ts'
import { settingsQuery, useCanText } from '#ui/session/viewer.ts'
import { createFileRoute, Link, redirect as redirectRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageHead } from '../-page-head.ts'

type Search = { by?: 'sms' | undefined; redirect?: string | undefined }

export const Route = createFileRoute('/login/forget')({
  validateSearch: (search: Search) => search,
  loader: async ({ context: { queryClient, api } }) => {
    const { loginBy } = await queryClient.ensureQueryData(settingsQuery(api))
    if (!loginBy.includes('secret')) throw redirectRoute({ to: '/login' })
    return { title: m.forget_title(), description: m.forget_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: ForgetPage,
})

function ForgetPage() {
  const { by, redirect } = Route.useSearch()
  const router = useRouter()
  const canText = useCanText()
  // The link of the mail opens another tab.
  useEffect(() => keepReturnTarget(redirect), [redirect])
  const onReset = async () => {
    toast('success', m.reset_done())
    await reloadViewer(router)
    await router.navigate({ to: '/login', search: { redirect } })
  }
  return (
    <CourtLayout title={m.forget_heading()} lead={m.forget_lead()} sport="tennis">
      {canText && (
        <SegmentLinks label={m.forget_ways()}>
          <SegmentLink to="/login/forget" search={{ redirect }} icon="mail" here={by !== 'sms'} replace>
            {m.forget_by_mail()}
          </SegmentLink>
          <SegmentLink to="/login/forget" search={{ by: 'sms', redirect }} icon="phone" here={by === 'sms'} replace>
            {m.forget_by_sms()}
          </SegmentLink>
        </SegmentLinks>
      )}
      {by === 'sms' && canText ? <ForgetBySms onReset={onReset} /> : <ForgetByMail />}
      <Link to="/login" search={{ redirect }} className={style.back}>
        <Icon name="back" size={18} />
        {m.forget_back()}
      </Link>
    </CourtLayout>
  )
}
