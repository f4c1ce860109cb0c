import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { LanguageOptions } from '#ui/staff/kit/language-options.tsx'
import { mobilePattern } from '#modules/accounts/rules.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useEffect, useRef, useState } from 'react'
import style from './counter.module.css'

type Props = { words: string; isOpen: boolean; onPerson(id: string): void }

const digitsOf = (words: string) => words.replaceAll(/[\s-]/g, '')

/** A guest by name and mobile. What was typed to find somebody is filled in; the focus goes to what is missing. */
export function NewGuest({ words, isOpen, onPerson }: Props) {
  const [open, setOpen] = useState(isOpen)
  const digits = digitsOf(words)
  const isNumber = /^\d+$/.test(digits)
  if (!open)
    return (
      <StaffButton look="quiet" icon="plus" onClick={() => setOpen(true)}>
        {isNumber ? m.counter_new_guest_of({ mobile: digits }) : m.counter_new_guest()}
      </StaffButton>
    )
  return <GuestForm {...{ onPerson }} hasFocus={!isOpen} name={isNumber ? '' : words} mobile={isNumber ? digits : ''} />
}

type FormProps = { name: string; mobile: string; hasFocus: boolean; onPerson(id: string): void }

function GuestForm({ name, mobile, hasFocus, onPerson }: FormProps) {
  const call = useStaffCall()
  const box = useRef<HTMLDivElement>(null)
  // The number that is still being typed in the search is the guest's; a number that is whole leads to the name.
  const isWhole = mobilePattern.test(mobile)
  useEffect(() => {
    if (hasFocus || isWhole)
      box.current?.querySelector<HTMLInputElement>(mobile === '' && name !== '' ? '[name=mobile]' : '[name=name]')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasFocus, isWhole])
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const body = { name: data.get('name'), mobile: digitsOf(String(data.get('mobile'))), locale: data.get('locale') }
      const { memberId } = await call<{ memberId: string }>('/api/Staff/Guest', body)
      onPerson(memberId)
    },
    {
      check: (data) =>
        mobilePattern.test(digitsOf(String(data.get('mobile')))) ? [] : [{ path: 'mobile', message: m.counter_mobile_wrong() }],
    },
  )
  return (
    <div ref={box}>
      <p className={style.nobody}>{m.counter_nobody()}</p>
      <form className={style.guest} {...form}>
        <TextField
          label={m.counter_guest_name()}
          name="name"
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
          error={errorAt('name')}
        />
        <TextField
          key={mobile}
          label={m.counter_guest_mobile()}
          name="mobile"
          type="tel"
          defaultValue={mobile}
          maxLength={14}
          autoComplete="off"
          error={errorAt('mobile')}
        />
        <SelectField label={m.counter_guest_locale()} name="locale" defaultValue={getLocale()} required={false}>
          <LanguageOptions />
        </SelectField>
        <StaffButton type="submit" look="primary" icon="plus" busy={busy}>
          {m.counter_new_guest()}
        </StaffButton>
        <FormProblem refused={refused} />
      </form>
    </div>
  )
}
