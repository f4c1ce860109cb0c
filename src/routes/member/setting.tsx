import { m } from '#i18n/generated/messages.js'
import { CloseAccount } from '#ui/accounts/close-account.tsx'
import { CommunitySetting } from '#ui/accounts/community-setting.tsx'
import { EmailForm } from '#ui/accounts/email-form.tsx'
import { ExportData } from '#ui/accounts/export-data.tsx'
import { FactorSettings } from '#ui/accounts/factor-settings.tsx'
import { IdentitySetting } from '#ui/accounts/identity-form.tsx'
import { identitiesQuery, sessionsQuery, useMember } from '#ui/accounts/member-queries.ts'
import { LinkedWays } from '#ui/accounts/linked-ways.tsx'
import { WhoAmI } from '#ui/clubs/who-am-i.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { MobileForm } from '#ui/accounts/mobile-form.tsx'
import { AppearanceChoice, LanguageChoice } from '#ui/accounts/preference-choices.tsx'
import { ProfileForm } from '#ui/accounts/profile-form.tsx'
import { SecretForm } from '#ui/accounts/secret-form.tsx'
import { loginWaysQuery, secondFactorsQuery } from '#ui/accounts/second-factor-queries.ts'
import { settingsQuery, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { SessionList } from '#ui/accounts/session-list.tsx'
import { SettingSection } from '#ui/accounts/setting-section.tsx'
import style from '#ui/accounts/setting.module.css'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/member/setting')({
  staticData: { task: { back: { to: '/member', label: m.nav_member }, menu: 'wide' } },
  /** `way`: what became of linking another issuer, which leads back here. */
  validateSearch: (search: { way?: string | undefined }) => search,
  loader: async ({ context: { queryClient, api } }) => {
    const viewer = queryClient.getQueryData<Viewer>(viewerKey)
    // What is about one's own account is not open while acting for a club.
    const own = viewer && viewer.id !== viewer.personId ? [] : [sessionsQuery(api), secondFactorsQuery(api), loginWaysQuery(api)]
    const [{ loginBy }] = await Promise.all([
      queryClient.ensureQueryData(settingsQuery(api)),
      queryClient.ensureQueryData(identitiesQuery(api)),
      ...own.map((query) => queryClient.ensureQueryData(query as ReturnType<typeof sessionsQuery>)),
    ])
    return { title: m.setting_title(), description: m.setting_description(), loginBy }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: SettingPage,
})

function SettingPage() {
  const member = useMember()
  const { way } = Route.useSearch()
  const { loginBy } = Route.useLoaderData()
  if (!member) return null
  if (member.id !== member.personId)
    return (
      <div className="stack gap-5">
        <h1 className={style.heading}>{m.setting_title()}</h1>
        <Callout tone="info" title={m.club_setting_title({ club: member.communityName })}>
          {m.club_setting_text()}
        </Callout>
        <WhoAmI member={member} />
        <SettingSection id="community">
          <CommunitySetting member={member} />
        </SettingSection>
        <SettingSection id="preferences">
          <LanguageChoice />
          <AppearanceChoice />
        </SettingSection>
      </div>
    )
  return (
    <div className="stack gap-5">
      <h1 className={style.heading}>{m.setting_title()}</h1>
      <SettingSection id="profile">
        <ProfileForm member={member} />
      </SettingSection>
      <SettingSection id="login">
        <div>
          <EmailForm member={member} />
          <MobileForm member={member} />
          {loginBy.includes('secret') && <SecretForm member={member} />}
        </div>
      </SettingSection>
      <SettingSection id="factors">
        <FactorSettings member={member} />
        <LinkedWays member={member} outcome={way} />
      </SettingSection>
      <SettingSection id="identity">
        <IdentitySetting member={member} />
      </SettingSection>
      <SettingSection id="community">
        <CommunitySetting member={member} />
      </SettingSection>
      <SettingSection id="preferences">
        <LanguageChoice />
        <AppearanceChoice />
      </SettingSection>
      <SettingSection id="sessions">
        <SessionList />
      </SettingSection>
      <SettingSection id="data">
        <ExportData />
        <CloseAccount member={member} />
      </SettingSection>
    </div>
  )
}
