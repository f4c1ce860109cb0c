import type { UploadedFile } from '#modules/files/wire.ts'
import type { Stroke } from '#ui/kit/signature-pad.tsx'
import { createPersistedStore } from '#ui/kit/persisted-store.ts'
import { create } from 'zustand'
import type { CodeSent } from './mobile-code.tsx'

export type RegisterKind = 'person' | 'community'

/** Values of the registration form, kept for as long as the tab. Without secrets. */
export type RegisterDraft = {
  kind: RegisterKind
  identity: Partial<Record<RegisterKind, number>>
  communityName: string
  registrationNo: string
  representative: string
  name: string
  email: string
  account: string
  mobile: string
  codeSent: CodeSent | undefined
  /** The issuer that vouches for the person, as people know it: they will log in by it, and need no password. */
  byWay: string | undefined
  proof: UploadedFile | undefined
  /** The uploaded consent, when it was signed on paper. */
  consent: UploadedFile | undefined
  /** Set once the form is sent: people switch to their mailbox, and the phone may reload the page when they return. */
  sent: { email: string; isCommunity: boolean; hasProof: boolean } | undefined
}

const empty: RegisterDraft = {
  kind: 'person',
  identity: {},
  communityName: '',
  registrationNo: '',
  representative: '',
  name: '',
  email: '',
  account: '',
  mobile: '',
  codeSent: undefined,
  byWay: undefined,
  proof: undefined,
  consent: undefined,
  sent: undefined,
}

export const textFields = ['communityName', 'registrationNo', 'representative', 'name', 'email', 'account', 'mobile'] as const
export type TextFieldName = (typeof textFields)[number]

export const useRegisterDraft = createPersistedStore<RegisterDraft>('register', 'drafts', empty)
export const setDraft = (change: Partial<RegisterDraft>): void => useRegisterDraft.setState(change)

/** Password and code, in memory only: they survive a language switch, but no reload. */
export const useRegisterSecrets = create<{ secret: string; smsCode: string }>(() => ({ secret: '', smsCode: '' }))
export const forgetSecrets = (): void => useRegisterSecrets.setState({ secret: '', smsCode: '' })

/** How the notice was agreed to on the screen, in memory only: the centre asks for one of the three. */
export type Agreement = { strokes: readonly Stroke[]; typedName: string; isTicked: boolean }
const notAgreed: Agreement = { strokes: [], typedName: '', isTicked: false }
export const useAgreement = create<Agreement>(() => notAgreed)

/** Name and login on the consent form: the email address when there is no account name. */
export const signerOf = ({ kind, communityName, name, account, email }: RegisterDraft) => ({
  name: (kind === 'community' && communityName) || name,
  account: account || email,
})

export function startOver(sent: RegisterDraft['sent']): void {
  useRegisterDraft.setState({ ...empty, sent }, true)
  forgetSecrets()
  useAgreement.setState(notAgreed)
}
