import type { UploadedFile } from '#modules/files/wire.ts'
import type { Stroke } from '#ui/kit/signature-pad.tsx'
import { createKept } from '#ui/kit/store.ts'
import { create } from 'zustand'
import type { CodeSent } from './mobile-code.tsx'

export type RegisterKind = 'person' | 'community'

/** What was typed, for as long as the tab lives. Secrets are not in it. */
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
  proof: UploadedFile | undefined
  /** The signed paper, where it was uploaded rather than signed on the screen. */
  consent: UploadedFile | undefined
  /** Set once it is sent: people leave for their mailbox, and come back to a page that their phone has reloaded. */
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
  proof: undefined,
  consent: undefined,
  sent: undefined,
}

export const textFields = ['communityName', 'registrationNo', 'representative', 'name', 'email', 'account', 'mobile'] as const
export type TextFieldName = (typeof textFields)[number]

export const useRegisterDraft = createKept<RegisterDraft>('register', 'drafts', empty)
export const setDraft = (change: Partial<RegisterDraft>): void => useRegisterDraft.setState(change)

/** Only in memory: a switch of the language keeps them, a reload does not. */
export const useRegisterSecrets = create<{ secret: string; smsCode: string }>(() => ({ secret: '', smsCode: '' }))
export const forgetSecrets = (): void => useRegisterSecrets.setState({ secret: '', smsCode: '' })

/** What was written on the screen; only in memory, like a secret. */
export const useSignature = create<{ strokes: readonly Stroke[] }>(() => ({ strokes: [] }))

/** Who signs, as it stands on the paper. Somebody without an account name logs in by email. */
export const signerOf = ({ kind, communityName, name, account, email }: RegisterDraft) => ({
  name: (kind === 'community' && communityName) || name,
  account: account || email,
})

export function startOver(sent: RegisterDraft['sent']): void {
  useRegisterDraft.setState({ ...empty, sent }, true)
  forgetSecrets()
  useSignature.setState({ strokes: [] })
}
