import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import style from './member-area.module.css'

/** Notices about open reviews and missing documents, each with a link. */
export function MemberNotices({ member, communityOnly }: { member: MemberAnswer; communityOnly: boolean }) {
  const notices = [communityNotice(member, communityOnly), identityNotice(member)].filter(Boolean)
  if (notices.length === 0) return null
  return (
    <section className="stack" aria-label={m.member_notices()}>
      {notices}
    </section>
  )
}

function communityNotice({ community }: MemberAnswer, asked: boolean) {
  if (!community) {
    if (!asked) return null
    return (
      <Callout key="community" title={m.member_apply_title()} action={<WayOn to="community">{m.member_apply_action()}</WayOn>}>
        <p>{m.member_apply_text()}</p>
      </Callout>
    )
  }
  if (community.state === 'approved') return null
  if (community.state === 'under-review')
    return (
      <Callout
        key="community"
        tone="due"
        title={m.member_community_waiting({ name: community.name })}
        action={<WayOn to="community">{m.member_see_application()}</WayOn>}
      >
        <p>{community.documents.length === 0 ? m.member_community_no_documents() : m.member_community_waiting_text()}</p>
      </Callout>
    )
  return (
    <Callout
      key="community"
      tone="error"
      title={m.member_community_refused({ name: community.name })}
      action={<WayOn to="community">{m.member_send_again()}</WayOn>}
    >
      <p>{m.member_reason({ reason: community.reason ?? '—' })}</p>
    </Callout>
  )
}

function identityNotice({ identity }: MemberAnswer) {
  // A community has a notice of its own.
  if (identity.forCommunity) return null
  const what = { identity: identity.name }
  if (identity.state === 'needs-proof')
    return (
      <Callout key="identity" tone="due" title={m.member_proof_missing(what)} action={<WayOn to="identity">{m.member_send_proof()}</WayOn>}>
        <p>{m.member_proof_missing_text()}</p>
      </Callout>
    )
  if (identity.state === 'under-review')
    return (
      <Callout key="identity" title={m.member_proof_waiting(what)}>
        <p>{m.member_proof_waiting_text()}</p>
      </Callout>
    )
  if (identity.state !== 'refused') return null
  return (
    <Callout key="identity" tone="error" title={m.member_proof_refused(what)} action={<WayOn to="identity">{m.member_send_again()}</WayOn>}>
      <p>{m.member_reason({ reason: identity.reason ?? '—' })}</p>
    </Callout>
  )
}

function WayOn({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to="/member/setting" hash={to} look="secondary" className={style.wayOn}>
      {children}
    </ButtonLink>
  )
}
