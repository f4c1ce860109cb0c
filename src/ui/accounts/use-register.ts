import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { IdentityListAnswer } from '#modules/accounts/wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { useSubmit, type Refused } from '#ui/kit/use-submit.ts'
import type { ConsentWay } from '#modules/settings/rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#ui/session/use-api.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { settingsQuery, useCanText, useCentreName, useConsentWay } from '#ui/session/viewer.ts'
import { checkRegistration, sectionsDone } from './register-check.ts'
import { setDraft, signerOf, startOver, useRegisterDraft, useRegisterSecrets, useAgreement, type RegisterDraft } from './register-draft.ts'
import { identityChoice } from './register-identity.tsx'

export const summaryId = 'register-summary'

const never = () => () => {}

type Upload = 'proof' | 'consent'

/** Validates and sends the registration. A taken email address is answered exactly like a free one. */
export function useRegister(identities: IdentityListAnswer) {
  const api = useApi()
  const centre = useCentreName()
  const canText = useCanText()
  const consentWay = useConsentWay()
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
      const consent = draft.consent ?? (await uploadAgreed(api, draft, { centre, way: consentWay }))
      const proofFileId = chosen?.needsProof ? draft.proof?.id : undefined
      await api.post('/api/AccountMember', {
        ...bodyOf(draft, canText),
        memberIdentityId: chosen?.id,
        proofFileId,
        privacyFileId: consent.id,
        consentBy: draft.consent ? 'paper' : consentWay,
      })
      startOver({ email: draft.email.trim(), isCommunity: draft.kind === 'community', hasProof: proofFileId !== undefined })
    },
    {
      check: () => {
        const found = checkRegistration(filled(), { isUploading: uploads.current.has('consent'), canText, consentWay })
        if (uploads.current.has('proof')) found.push({ path: 'proofFileId', message: m.register_consent_file_busy() })
        return found
      },
    },
  )

  useAfterRefusal(refused, refusals)

  /** The code is the last field: when it is complete and nothing else is missing, the form is submitted. */
  function submitIfComplete(): void {
    const form = submit.form.ref.current
    if (form && Object.values(sectionsDone(filled(), { canText, consentWay })).every(Boolean) && uploads.current.size === 0)
      form.requestSubmit()
  }

  return {
    ...submit,
    submitIfComplete,
    refused,
    refusals,
    // Native validation stays on until hydration, so that the browser refuses an incomplete form.
    form: { ...submit.form, noValidate: isReady },
    noteUpload: (which: Upload) => (isBusy: boolean) => void (isBusy ? uploads.current.add(which) : uploads.current.delete(which)),
  }
}

/** After a refusal: shows where it went wrong, and forgets what the server no longer takes. */
function useAfterRefusal(refused: Refused | undefined, refusals: number): void {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    // With several errors the summary receives the focus, after the form has moved it to the first wrong field.
    if (refusals > 0) document.getElementById(summaryId)?.focus()
  }, [refusals])
  useEffect(() => {
    // The centre has changed what it asks for while the form was open.
    if (refused?.code === 'consent_not_allowed') void queryClient.invalidateQueries({ queryKey: settingsQuery(api).queryKey })
  }, [refused, queryClient, api])
  useEffect(() => {
    // An upload without a registration is deleted after a day: then the file has to be uploaded again.
    if (refused?.code !== 'no_such_file') return
    for (const { path } of refused.errors) setDraft(path === 'proofFileId' ? { proof: undefined } : { consent: undefined })
  }, [refused])
}

const filled = () => ({ ...useRegisterDraft.getState(), ...useRegisterSecrets.getState(), ...useAgreement.getState() })

/** Uploads the consent that was given on the screen. The code that draws it is loaded only here. */
async function uploadAgreed(api: ApiClient, draft: RegisterDraft, asked: { centre: string; way: ConsentWay }): Promise<UploadedFile> {
  const { consentImage } = await import('./consent-image.ts')
  const paper = await consentImage({ ...asked, ...signerOf(draft), ...useAgreement.getState() }, new Date())
  return api.upload<UploadedFile>('/api/File', paper, { field: 'upload' })
}

function bodyOf(draft: RegisterDraft, canText: boolean) {
  const { email, account, name, mobile, byWay, communityName, registrationNo, representative } = draft
  const community = draft.kind === 'community' ? { communityName, registrationNo, representative } : {}
  const { secret, smsCode } = useRegisterSecrets.getState()
  // Where no code is sent, none is asked for.
  const secrets = { ...(byWay === undefined ? { secret } : { byWay: true }), ...(canText && { smsCode }) }
  return { email, account: account.trim() || undefined, name, mobile, ...community, ...secrets, locale: getLocale() }
}
