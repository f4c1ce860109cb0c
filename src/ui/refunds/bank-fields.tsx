import { m } from '#i18n/generated/messages.js'
import type { UploadedFile } from '#modules/files/wire.ts'
import { FileField } from '#ui/files/file-field.tsx'
import { TextField } from '#ui/kit/field.tsx'
import type { ChangeEvent } from 'react'
import { BankChoice } from './bank-choice.tsx'
import style from './refunds.module.css'

export type BankDraft = { bankCode: string; bankAccount: string; accountName: string; passbook: UploadedFile | undefined }
/** Named as the member, or as the club for which they act. */
export const emptyBank = (of: { name: string; communityName: string } | undefined): BankDraft => ({
  bankCode: '',
  bankAccount: '',
  accountName: of?.communityName || of?.name || '',
  passbook: undefined,
})

export const bankBody = ({ bankCode, bankAccount, accountName, passbook }: BankDraft) => ({
  bankCode,
  bankAccount,
  accountName,
  passbookFileId: passbook?.id,
})

/** Client-side validation of the passbook's photo. */
export function passbookMissing({ passbook }: BankDraft, uploading: boolean): { path: string; message: string }[] {
  if (uploading) return [{ path: 'passbookFileId', message: m.setting_wait_for_upload() }]
  return passbook ? [] : [{ path: 'passbookFileId', message: m.field_required() }]
}

type Props = {
  values: BankDraft
  onChange(patch: Partial<BankDraft>): void
  errorAt(path: string): string | undefined
  onBusy(busy: boolean): void
}

/** Bank account for a transfer, with a photo of the passbook's cover. */
export function BankFields({ values, onChange, errorAt, onBusy }: Props) {
  const bind = (name: 'bankAccount' | 'accountName') => ({
    name,
    value: values[name],
    error: errorAt(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <div className={style.pair}>
        <BankChoice value={values.bankCode} error={errorAt('bankCode')} onChange={(bankCode) => onChange({ bankCode })} />
        <TextField {...bind('bankAccount')} label={m.refund_bank_account()} inputMode="numeric" autoComplete="off" maxLength={24} />
      </div>
      <TextField
        {...bind('accountName')}
        label={m.refund_account_name()}
        hint={m.refund_account_name_hint()}
        autoComplete="name"
        maxLength={60}
      />
      <FileField
        to="/api/Upload"
        pictures
        name="passbookFileId"
        label={m.refund_passbook()}
        hint={m.refund_passbook_hint()}
        value={values.passbook}
        error={errorAt('passbookFileId')}
        onChange={(passbook) => onChange({ passbook })}
        onBusy={onBusy}
      />
    </>
  )
}
