import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { FileList } from '#ui/files/file-list.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useState } from 'react'
import { CommunityForm } from './community-form.tsx'
import { ReviewChip } from './review-chip.tsx'
import style from './setting.module.css'

type Community = NonNullable<MemberAnswer['community']>

export function CommunitySetting({ member }: { member: MemberAnswer }) {
  const { community } = member
  const [open, setOpen] = useState(community?.state === 'refused')
  const label = !community
    ? m.setting_community_apply()
    : community.state === 'refused'
      ? m.member_send_again()
      : m.setting_community_change()
  return (
    <>
      {community && <Application community={community} withDocuments={!open || community.state === 'approved'} />}
      {community?.state !== 'approved' && (
        <Disclosure label={label} offer={m.setting_open()} open={open} onOpen={setOpen}>
          <CommunityForm member={member} onSaved={() => setOpen(false)} />
        </Disclosure>
      )}
    </>
  )
}

function Application({ community, withDocuments }: { community: Community; withDocuments: boolean }) {
  const { name, registrationNo, representative, state, reason, documents } = community
  return (
    <>
      <dl className={style.facts}>
        <div>
          <dt>{m.setting_community_name()}</dt>
          <dd>
            {name} <ReviewChip state={state} />
          </dd>
        </div>
        <div>
          <dt>{m.setting_community_number()}</dt>
          <dd>{registrationNo || '—'}</dd>
        </div>
        <div>
          <dt>{m.setting_community_representative()}</dt>
          <dd>{representative || '—'}</dd>
        </div>
      </dl>
      {state === 'under-review' && (
        <Callout tone="due" title={m.setting_community_waiting()}>
          <p>{documents.length === 0 ? m.member_community_no_documents() : m.member_community_waiting_text()}</p>
        </Callout>
      )}
      {state === 'refused' && (
        <Callout tone="error" title={m.member_community_refused({ name })}>
          <p>{m.member_reason({ reason: reason ?? '—' })}</p>
        </Callout>
      )}
      {withDocuments && documents.length > 0 && <FileList title={m.setting_community_documents()} files={documents} />}
      {state === 'approved' && <p className={style.note}>{m.setting_community_approved_note()}</p>}
    </>
  )
}
