import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { CounterScheduleAnswer, PersonAnswer, QuoteAnswer, SaleAnswer } from '#modules/desk/counter-wire.ts'
import type { TillAnswer } from '#modules/tills/wire.ts'
import { CheckField, SelectField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { createPersistedStore } from '#ui/kit/persisted-store.ts'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { useSubmit, type Refused } from '#ui/kit/use-submit.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { invoiceOf } from '#ui/staff/kit/invoice-draft.ts'
import { PaidAlready } from '#ui/staff/kit/paid-already.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useEffect, useState, type RefObject } from 'react'
import type { Slot } from './chosen.ts'
import { PayFields } from './pay-fields.tsx'
import { emptyDraft, isLost, paymentOf, possibleDraft, sellText, totalText, whatIsMissing, type PaymentDraft } from './payment-choice.ts'
import style from './counter.module.css'

type Identity = CounterScheduleAnswer['identities'][number]
type Props = {
  person: PersonAnswer | undefined
  periods: Slot[]
  quote: QuoteAnswer | undefined
  identities: Identity[]
  identityId: number | undefined
  tills: TillAnswer[]
  /** How often somebody asked to go on to the payment. */
  payAsked: number
  onIdentity(id: number | undefined): void
  onRemove(period: Slot): void
  onSell(sale: object): Promise<SaleAnswer>
  /** Goes to open a till, and will be back. */
  onLeave(): void
}

/** The drawer at this device, of several that are open: the next sale goes into it too. */
const useOwnTill = createPersistedStore<{ tillId: string }>('counter_till', 'preferences', { tillId: '' })

/** Fields that say themselves what is wrong. */
const ofPayment = new Set(['given', 'reference', 'until', 'invoice'])

/** Price and money. Enter in any field sells. */
export function SalePanel({ person, periods, quote, identities, identityId, tills, payAsked, ...on }: Props) {
  const { onIdentity, onRemove, onSell, onLeave } = on
  const [typed, setDraft] = useState<PaymentDraft>(emptyDraft)
  const draft = possibleDraft(typed, person)
  const chosenTill = useOwnTill((state) => state.tillId)
  const [proofSeen, setProofSeen] = useState(false)
  const tillId = tills.some(({ id }) => id === chosenTill) ? chosenTill : tills[0]?.id
  const identity = identities.find(({ id }) => id === (identityId ?? person?.identity.id))
  const needsProof = identity?.needsProof === true && identity.id !== person?.identity.id
  const amount = quote?.amount ?? 0
  const { busy, refused, errorAt, form } = useSubmit(
    async () => {
      await onSell({
        memberId: person!.memberId,
        items: periods.map(({ venue2ndId, start, end }) => ({ venue2ndId, start, end })),
        ...(identityId === undefined ? {} : { identityId }),
        proofSeen: needsProof && proofSeen,
        amount,
        payment: paymentOf(draft, amount, tillId),
        ...invoiceOf(draft),
      })
    },
    {
      check: () => {
        const missing = whatIsMissing(draft, { amount, hasPerson: person !== undefined, hasProof: !needsProof || proofSeen, tillId })
        return missing ? [missing] : []
      },
    },
  )
  useFocusOnPayment(form.ref, payAsked, quote !== undefined)
  return (
    <Panel title={m.counter_price()}>
      <Lines {...{ periods, quote, onRemove }} />
      {periods.length > 0 && (
        <form className="stack" {...form}>
          <IdentityFields
            {...{ identities, identity, needsProof, proofSeen }}
            onProof={setProofSeen}
            onIdentity={(id) => {
              setProofSeen(false)
              onIdentity(id === person?.identity.id ? undefined : id)
            }}
          />
          {amount > 0 && (
            <PayFields
              {...{ amount, draft, tills, tillId, person, periods, errorAt, onLeave }}
              onChange={setDraft}
              onTill={(id) => useOwnTill.setState({ tillId: id })}
            />
          )}
          <SaleProblem refused={refused} />
          <StaffButton type="submit" look="primary" busy={busy} aria-disabled={(isLost(quote) ?? true) || undefined} icon="check">
            {sellText(draft, quote)}
          </StaffButton>
        </form>
      )}
    </Panel>
  )
}

/** Why the sale was refused, where no field of the payment says it. */
function SaleProblem({ refused }: { refused: Refused | undefined }) {
  const elsewhere = refused?.errors.find(({ path }) => !ofPayment.has(path) && !/^parts\.\d+\.[a-z]+$/.test(path))
  return (
    <FormProblem refused={elsewhere ? { ...refused!, title: elsewhere.message, errors: [] } : refused}>
      <PaidAlready refused={refused} />
    </FormProblem>
  )
}

/** Moves the focus to what is entered first for the chosen way of payment, as soon as the price is known. */
function useFocusOnPayment(form: RefObject<HTMLFormElement | null>, payAsked: number, isPriced: boolean): void {
  useEffect(() => {
    if (payAsked === 0 || !isPriced) return
    const wanted = ['[name=given], [name=reference], [name="parts.0.amount"]', 'input[type=radio]:checked', 'button[type=submit]']
    wanted
      .map((one) => form.current?.querySelector<HTMLElement>(one))
      .find(Boolean)
      ?.focus()
  }, [form, payAsked, isPriced])
}

type IdentityProps = {
  identities: Identity[]
  identity: Identity | undefined
  needsProof: boolean
  proofSeen: boolean
  onIdentity(id: number): void
  onProof(isSeen: boolean): void
}

function IdentityFields({ identities, identity, needsProof, proofSeen, onIdentity, onProof }: IdentityProps) {
  return (
    <>
      <SelectField
        label={m.counter_identity()}
        value={identity?.id ?? ''}
        onChange={(event) => onIdentity(Number(event.target.value))}
        required={false}
      >
        {identities.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {needsProof && (
        <CheckField
          name="proofSeen"
          label={m.counter_proof_seen()}
          hint={m.counter_proof_hint()}
          checked={proofSeen}
          onChange={(event) => onProof(event.target.checked)}
        />
      )}
    </>
  )
}

function Lines({ periods, quote, onRemove }: Pick<Props, 'periods' | 'quote' | 'onRemove'>) {
  if (periods.length === 0) return <p className={style.quiet}>{m.counter_nothing_chosen()}</p>
  return (
    <>
      <ul className={style.lines}>
        {periods.map((period, n) => {
          const item = quote?.items[n]
          const when = formatPeriod(new Date(period.start), new Date(period.end), getLocale())
          return (
            <li key={`${period.venue2ndId} ${period.start}`}>
              <span>
                <b>{period.where}</b>
                <br />
                {when}
                {item?.problems.map(({ code, title }) => (
                  <em key={code} role="alert">
                    {title}
                  </em>
                ))}
              </span>
              <span className={style.sum}>{item?.quoted ? formatMoney(item.quoted.total) : ''}</span>
              <RemoveButton label={m.counter_remove({ what: `${period.where} ${when}` })} onClick={() => onRemove(period)} />
            </li>
          )
        })}
      </ul>
      <p className={style.total} role="status">
        <span>{m.counter_total()}</span>
        <b>{totalText(quote)}</b>
      </p>
    </>
  )
}
