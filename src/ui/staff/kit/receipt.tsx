import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { ReceiptAnswer } from '#modules/desk/counter-wire.ts'
import { useCentre } from '#ui/session/viewer.ts'
import { methodWord } from './desk-words.ts'
import { Printed, type Paper } from './printed.tsx'
import style from './receipt.module.css'

const ways: Record<ReceiptAnswer['payments'][number]['way'], () => string> = {
  cash: m.receipt_paid_cash,
  terminal: m.receipt_paid_terminal,
  card: m.receipt_paid_card,
  transfer: m.receipt_paid_transfer,
  voucher: m.receipt_paid_voucher,
}

type Payment = ReceiptAnswer['payments'][number]

const wayOf = ({ way, voucher }: Payment): string => (voucher ? methodWord(voucher) : ways[way]())

const referenceOf = ({ way, reference }: Payment): string | null =>
  reference && (way === 'voucher' ? m.receipt_voucher_reference : m.receipt_reference)({ reference })

const moment = (at: string) => formatMoment(new Date(at), getLocale())

/** Whether there is something to confirm: money that was paid, or that nothing has to be. */
const isReceipt = ({ payments, amount }: Pick<ReceiptAnswer, 'amount' | 'payments'>): boolean => payments.length > 0 || amount === 0

/** What is printed, by the name that stands on it. */
export function printText(receipt: Pick<ReceiptAnswer, 'amount' | 'payments'>, paper: Paper): string {
  if (isReceipt(receipt)) return paper === '80' ? m.counter_print_80() : m.counter_print_a4()
  return paper === '80' ? m.counter_print_due_80() : m.counter_print_due_a4()
}

/** A receipt as it is printed, on 80 mm or on A4. */
export function Receipt({ receipt: data, paper }: { receipt: ReceiptAnswer; paper: Paper }) {
  const centre = useCentre()
  return (
    <Printed paper={paper} className={style.receipt}>
      <header className={style.head}>
        <p className={style.centre}>{centre?.name}</p>
        {centre?.address && <p>{centre.address}</p>}
        {centre?.phone && <p>{centre.phone}</p>}
        {centre?.taxId && <p>{m.centre_tax_id({ taxId: centre.taxId })}</p>}
        <h2>{isReceipt(data) ? m.receipt_title() : m.receipt_unpaid_title()}</h2>
      </header>
      <dl className={style.facts}>
        <dt>{m.receipt_order()}</dt>
        <dd>{data.orderNo}</dd>
        <dt>{m.receipt_for()}</dt>
        <dd>
          {data.name} {data.mobile}
        </dd>
      </dl>
      <ul className={style.items}>
        {data.items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <Payments receipt={data} />
      <p className={style.foot}>{m.receipt_printed({ at: moment(data.printedAt) })}</p>
    </Printed>
  )
}

function Item({ item }: { item: ReceiptAnswer['items'][number] }) {
  const { price, lightFee, deposit, active } = item
  return (
    <li data-cancelled={!active || undefined}>
      <span>
        {item.venue1stName} {item.venue2ndName} {!active && m.receipt_cancelled()}
        <br />
        {formatPeriod(new Date(item.start), new Date(item.end), getLocale())}
        <br />
        <small>
          {[
            item.identity,
            lightFee > 0 && m.receipt_light({ amount: formatMoney(lightFee) }),
            deposit > 0 && m.receipt_deposit({ amount: formatMoney(deposit) }),
          ]
            .filter(Boolean)
            .join('　')}
        </small>
      </span>
      <span>{formatMoney(price + lightFee + deposit)}</span>
    </li>
  )
}

function Payments({ receipt: { amount, payments, payBefore, payAtDesk } }: { receipt: ReceiptAnswer }) {
  const servedBy = payments.find(({ by }) => by)?.by
  return (
    <>
      <dl className={style.sums}>
        <div className={style.total}>
          <dt>{m.receipt_total()}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
        {payments.map((payment, n) => (
          // Parts of one sale may be alike, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={n}>
            <dt>
              {payment.kind === 'refund' ? m.receipt_refunded({ way: wayOf(payment) }) : wayOf(payment)} <small>{moment(payment.at)}</small>
              {payment.reference && <small> {referenceOf(payment)}</small>}
            </dt>
            <dd>{formatMoney(payment.amount)}</dd>
            {payment.given !== null && (
              <>
                <dt>{m.receipt_given()}</dt>
                <dd>{formatMoney(payment.given)}</dd>
                <dt>{m.receipt_change()}</dt>
                <dd>{formatMoney(payment.change ?? 0)}</dd>
              </>
            )}
          </div>
        ))}
      </dl>
      {payments.length === 0 && payBefore && (
        <p>{(payAtDesk ? m.receipt_pays_on_arrival : m.receipt_unpaid)({ before: moment(payBefore) })}</p>
      )}
      {servedBy && <p className={style.foot}>{m.receipt_by({ name: servedBy })}</p>}
    </>
  )
}
