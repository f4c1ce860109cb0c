import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf, momentAt } from '#lib/zone.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { FileField } from '#ui/files/file-field.tsx'
import { FileList } from '#ui/files/file-list.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { identitiesQuery } from './member-queries.ts'
import { ReviewChip } from './review-chip.tsx'
import { SaveLine, useMemberChange } from './setting-form.tsx'
import style from './setting.module.css'

/** The member's identity (which decides prices), the state of its proof, and the form to change it. */
export function IdentitySetting({ member: { id, identity, community } }: { member: MemberAnswer }) {
  const [today] = useState(() => dayOf(new Date()))
  const isOver = identity.validUntil !== null && identity.validUntil < today
  // A community's review has a section of its own.
  const needs = identity.forCommunity ? undefined : isOver ? 'needs-proof' : identity.state
  const wanted = needs === 'needs-proof' || needs === 'refused'
  const [open, setOpen] = useState(wanted)
  return (
    <>
      <dl className={style.facts}>
        <div>
          <dt>{m.setting_identity_now()}</dt>
          <dd>
            {identity.name} <ReviewChip state={isOver ? 'needs-proof' : identity.state} />
          </dd>
        </div>
        {identity.validUntil !== null && (
          <div>
            <dt>{m.setting_identity_until()}</dt>
            <dd>{formatDay(momentAt(identity.validUntil, 0), getLocale())}</dd>
          </div>
        )}
      </dl>
      {isOver && <Callout tone="due" title={m.setting_identity_over()} />}
      {needs === 'refused' && (
        <Callout tone="error" title={m.setting_identity_refused()}>
          <p>{m.member_reason({ reason: identity.reason ?? '—' })}</p>
        </Callout>
      )}
      {needs === 'needs-proof' && !isOver && <Callout tone="due" title={m.setting_identity_needs_proof({ identity: identity.name })} />}
      {identity.proof && <FileList title={m.setting_identity_proof_sent()} files={[identity.proof]} />}
      <Disclosure
        label={wanted ? m.setting_identity_send() : m.setting_identity_change()}
        offer={m.setting_open()}
        open={open}
        onOpen={setOpen}
      >
        {/* The key starts an empty form when the review state changes. */}
        <IdentityForm
          key={identity.id}
          {...{ id, identity }}
          isCommunity={community?.state === 'approved'}
          onSaved={() => setOpen(false)}
        />
      </Disclosure>
    </>
  )
}

type Props = Pick<MemberAnswer, 'id' | 'identity'> & { isCommunity: boolean; onSaved(): void }
type IdentityDraft = { identityId: number; proof: UploadedFile | undefined }

function IdentityForm({ id, identity, isCommunity, onSaved }: Props) {
  const { data: identities = [] } = useQuery(identitiesQuery(useApi()))
  const draft = useDraft<IdentityDraft>(`${id}:identity`, { identityId: identity.id, proof: undefined })
  const { identityId, proof } = draft.values
  const [uploading, setUploading] = useState(false)
  const chosen = identities.find((one) => one.id === identityId)
  const isSame = identityId === identity.id
  const offered = identities.filter((one) => !one.forCommunity || isCommunity || one.id === identity.id)
  const { busy, refused, errorAt, form } = useMemberChange(
    () => ({ memberIdentityId: identityId, ...(chosen?.needsProof && proof ? { proofFileId: proof.id } : {}) }),
    (member) => {
      draft.clear()
      onSaved()
      toast('success', member?.identity.state === 'under-review' ? m.setting_identity_sent() : m.setting_saved())
    },
    () => {
      if (uploading) return [{ path: 'proofFileId', message: m.setting_wait_for_upload() }]
      if (isSame && !proof)
        return [{ path: chosen?.needsProof ? 'proofFileId' : 'memberIdentityId', message: m.setting_identity_nothing() }]
      return []
    },
  )

  return (
    <form {...form} className={style.form}>
      <SelectField
        name="memberIdentityId"
        label={m.setting_identity()}
        hint={isCommunity ? undefined : m.setting_identity_communities()}
        value={identityId}
        error={errorAt('memberIdentityId')}
        onChange={(event) => draft.change({ identityId: Number(event.target.value) })}
      >
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      {chosen?.needsProof && (
        <FileField
          to="/api/Upload"
          name="proofFileId"
          label={m.setting_identity_proof()}
          hint={m.setting_identity_proof_hint()}
          optional={!isSame}
          value={proof}
          error={errorAt('proofFileId')}
          onChange={(next) => draft.change({ proof: next })}
          onBusy={setUploading}
        />
      )}
      <SaveLine {...{ busy, refused }} label={chosen?.needsProof && proof ? m.setting_identity_submit() : m.setting_save()} />
    </form>
  )
}
