import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import { Barcode } from '#ui/kit/barcode.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { toast } from '#ui/kit/toast.tsx'
import style from './payment-number.module.css'

type Number = NonNullable<NonNullable<ResultAnswer['payment']>['number']>

/** Account number or code for paying at a bank or a shop: large, in groups of digits, with a button to copy it. */
export function PaymentNumber({ number, amount }: { number: Number; amount: number }) {
  const isBank = number.kind === 'atm'
  const [kind, hint] = {
    atm: [m.pay_atm(), m.pay_atm_hint()],
    cvs: [m.pay_cvs(), m.pay_cvs_hint()],
    barcode: [m.pay_way_barcode(), m.pay_barcode_hint()],
  }[number.kind]
  return (
    <div className={style.number}>
      <p className={style.kind}>
        <Icon name={isBank ? 'bank' : 'shop'} size={20} />
        {kind}
      </p>
      <dl>
        {isBank && (
          <div>
            <dt>{m.pay_bank_code()}</dt>
            <dd>{number.bankCode}</dd>
          </div>
        )}
        {number.kind === 'barcode' ? (
          number.codes.map((code, at) => (
            <div key={code} className={style.wide}>
              <dt>{m.pay_barcode({ number: at + 1 })}</dt>
              <dd>
                <Barcode text={code} />
              </dd>
            </div>
          ))
        ) : (
          <Digits label={isBank ? m.pay_account() : m.pay_code()} text={isBank ? number.account : number.code} />
        )}
        <div>
          <dt>{m.orders_amount_due()}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
        <div>
          <dt>{m.pay_deadline()}</dt>
          <dd>{formatMoment(new Date(number.deadline), getLocale())}</dd>
        </div>
      </dl>
      <p className={style.hint}>{hint}</p>
    </div>
  )
}

function Digits({ label, text }: { label: string; text: string }) {
  return (
    <div className={style.wide}>
      <dt>{label}</dt>
      <dd>
        <span className={style.digits}>{text.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        <IconButton icon="copy" size={18} label={m.pay_copy()} onClick={() => void copy(text)} />
      </dd>
    </div>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', m.pay_copied())
  } catch {
    toast('warning', m.pay_copy_failed())
  }
}
