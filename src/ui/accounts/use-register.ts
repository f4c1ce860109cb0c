import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { IdentityListAnswer } from '#modules/accounts/wire.ts'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useApi } from './member-queries.ts'
import { checkRegistration } from './register-check.ts'
import { setDraft, startOver, useRegisterDraft, useRegisterSecrets, type RegisterDraft } from './register-draft.ts'
import { identityChoice } from './register-who.tsx'

export const summaryId = 'register-summary'

const never = () => () => {}

type Upload = 'proof' | 'consent'

/** Checks, sends B4, and leaves the page in its last state. A taken address looks exactly like a free one. */
export function useRegister(identities: IdentityListAnswer) {
  const api = useApi()
  const uploads = useRef(new Set<Upload>())
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  const { refused, refusals, ...submit } = useSubmit(
    async () => {
      const draft = useRegisterDraft.getState()
      const { chosen } = identityChoice(identities, draft.kind, draft.identity[draft.kind])
      const proofFileId = chosen?.needsProof ? draft.proof?.id : undefined
      await api.post('/api/AccountMember', {
        ...bodyOf(draft),
        ...useRegisterSecrets.getState(),
        memberIdentityId: chosen?.id,
        proofFileId,
      })
      startOver({ email: draft.email.trim(), isCommunity: draft.kind === 'community', hasProof: proofFileId !== undefined })
    },
    {
      check: () => {
        const found = checkRegistration(
          { ...useRegisterDraft.getState(), ...useRegisterSecrets.getState() },
          uploads.current.has('consent'),
        )
        if (uploads.current.has('proof')) found.push({ path: 'proofFileId', message: m.register_consent_file_busy() })
        return found
      },
    },
  )

  useEffect(() => {
    // After the form's own move to the first wrong field: with several, their list comes first.
    if (refusals > 0) document.getElementById(summaryId)?.focus()
  }, [refusals])
  useEffect(() => {
    // An uploaded file waits a day for its registration; after that it has to come again.
    if (refused?.code !== 'no_such_file') return
    for (const { path } of refused.errors) setDraft(path === 'proofFileId' ? { proof: undefined } : { consent: undefined })
  }, [refused])

  return {
    ...submit,
    refused,
    refusals,
    // Before this code runs, the browser itself refuses to send a form that cannot be complete yet.
    form: { ...submit.form, noValidate: isReady },
    noteUpload: (which: Upload) => (isBusy: boolean) => void (isBusy ? uploads.current.add(which) : uploads.current.delete(which)),
  }
}

function bodyOf(draft: RegisterDraft) {
  const { email, account, name, mobile, communityName, registrationNo, representative } = draft
  const community = draft.kind === 'community' ? { communityName, registrationNo, representative } : {}
  return { email, account, name, mobile, ...community, privacyFileId: draft.consent?.id, locale: getLocale() }
}
