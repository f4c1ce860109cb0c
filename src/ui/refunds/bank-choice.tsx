import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import type { Bank } from '#lib/taiwan-banks.ts'
import { Combobox } from '#ui/kit/combobox.tsx'
import { useEffect, useState } from 'react'

type Props = { value: string; error: string | undefined; onChange(code: string): void }

/** Choice of a bank by name or code. The names are loaded on demand; until then the three-digit code can be typed. */
export function BankChoice({ value, error, onChange }: Props) {
  const [banks, setBanks] = useState<readonly Bank[]>([])
  useEffect(() => {
    let here = true
    void import('#lib/taiwan-banks.ts').then((list) => here && setBanks(list.banks))
    return () => void (here = false)
  }, [])
  const locale = getLocale()
  return (
    <Combobox
      name="bankCode"
      label={m.refund_bank()}
      hint={m.refund_bank_hint()}
      none={m.refund_bank_other()}
      error={error}
      options={banks.map((bank) => ({ value: bank.code, label: `${bank.code} ${say(bank, locale)}` }))}
      value={value}
      onChange={onChange}
    />
  )
}
