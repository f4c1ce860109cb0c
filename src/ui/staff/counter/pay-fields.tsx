import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { amountText, formatMoney } from '#i18n/money.ts'
import type { PersonAnswer } from '#modules/desk/counter-wire.ts'
import { changeFor, quickAmounts } from '#modules/tills/rules.ts'
import type { TillAnswer } from '#modules/tills/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { useCanText } from '#ui/session/viewer.ts'
import { hasCash } from '#ui/staff/kit/split-draft.ts'
import { SplitParts } from '#ui/staff/kit/split-parts.tsx'
import { VoucherFields } from '#ui/staff/kit/voucher-fields.tsx'
import { LinkWays } from '#ui/staff/kit/link-ways.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { typedOf } from '#ui/staff/kit/typed-moment.ts'
import type { Slot } from './chosen.ts'
import { givenIn, latestArrival, type PaymentDraft, type PayWay } from './payment-choice.ts'
import { InvoiceFields } from '#ui/staff/kit/invoice-fields.tsx'
import style from './counter.module.css'

type Props = {
  amount: number
  draft: PaymentDraft
  tills: TillAnswer[]
  tillId: string | undefined
  person: PersonAnswer | undefined
  periods: Slot[]
  errorAt(path: string): string | undefined
  onChange(draft: PaymentDraft): void
  onTill(id: string): void
  onLeave(): void
}

/** How it is paid: cash with its change, the terminal or a voucher with its reference, several of them, a link, or on arrival. */
export function PayFields({ amount, draft, tills, tillId, person, periods, errorAt, onChange, onTill, onLeave }: Props) {
  return (
    <>
      <div className={style.ways}>
        <p aria-hidden>{m.counter_way()}</p>
        <RadioChips<PayWay>
          legend={m.counter_way()}
          value={draft.way}
          options={waysFor(person)}
          onChange={(way) => onChange({ ...draft, way })}
        />
      </div>
      {draft.way === 'cash' && <Cash {...{ amount, draft, tills, tillId, errorAt, onChange, onTill, onLeave }} />}
      {draft.way === 'terminal' && (
        <>
          <WhichTill {...{ tills, tillId, onTill }} />
          <TextField
            label={m.counter_reference()}
            name="reference"
            value={draft.reference}
            onChange={(event) => onChange({ ...draft, reference: event.target.value })}
            error={errorAt('reference')}
            maxLength={40}
            autoComplete="off"
            required={false}
          />
        </>
      )}
      {draft.way === 'voucher' && (
        <>
          <WhichTill {...{ tills, tillId, onTill }} />
          <VoucherFields
            kind={draft.kind}
            reference={draft.reference}
            error={errorAt('reference')}
            onKind={(kind) => onChange({ ...draft, kind })}
            onReference={(reference) => onChange({ ...draft, reference })}
          />
        </>
      )}
      {draft.way === 'split' && (
        <>
          {hasCash(draft.parts) && tills.length === 0 ? <NoTill onLeave={onLeave} /> : <WhichTill {...{ tills, tillId, onTill }} />}
          <SplitParts price={amount} parts={draft.parts} errorAt={errorAt} onChange={(parts) => onChange({ ...draft, parts })} />
        </>
      )}
      {draft.way === 'link' && (
        <>
          {person && <LinkWays person={person} value={draft.by} onChange={(by) => onChange({ ...draft, by })} />}
          <p className={style.quiet}>{m.counter_link_hint()}</p>
        </>
      )}
      {draft.way === 'arrival' && <Arrival {...{ draft, periods, person, errorAt, onChange }} />}
      <InvoiceFields {...{ draft, errorAt, onChange }} />
    </>
  )
}

/** A link is offered to whom one can be sent. */
const waysFor = (person: PersonAnswer | undefined): { value: PayWay; label: string }[] => [
  { value: 'cash', label: m.counter_way_cash() },
  { value: 'terminal', label: m.counter_way_terminal() },
  { value: 'voucher', label: m.counter_way_voucher() },
  { value: 'split', label: m.counter_way_split() },
  ...(person?.linkWays.length === 0 ? [] : [{ value: 'link' as const, label: m.counter_way_link() }]),
  { value: 'arrival', label: m.counter_way_arrival() },
]

/** Deadline for paying at the desk: the latest possible one, or one that the clerk sets. */
function Arrival({ draft, periods, person, errorAt, onChange }: Pick<Props, 'draft' | 'periods' | 'person' | 'errorAt' | 'onChange'>) {
  const [now] = useState(() => new Date())
  const canText = useCanText()
  const { latest, isStart } = latestArrival(periods, now)
  return (
    <>
      <RadioChips<'start' | 'moment'>
        legend={m.counter_arrival_until()}
        value={draft.until === undefined ? 'start' : 'moment'}
        options={[
          {
            value: 'start',
            label: isStart ? m.counter_arrival_start({ start: formatMoment(new Date(latest), getLocale()) }) : m.counter_arrival_end(),
          },
          { value: 'moment', label: m.counter_arrival_moment() },
        ]}
        onChange={(until) => onChange({ ...draft, until: until === 'start' ? undefined : typedOf(latest) })}
      />
      {draft.until !== undefined && (
        <TextField
          type="datetime-local"
          name="until"
          label={m.counter_arrival_until()}
          value={draft.until}
          max={typedOf(latest)}
          onChange={(event) => onChange({ ...draft, until: event.target.value })}
          error={errorAt('until')}
          required={false}
        />
      )}
      <p className={style.quiet}>{arrivalHint(person, canText)}</p>
    </>
  )
}

function arrivalHint(person: PersonAnswer | undefined, canText: boolean): string {
  if (person && !person.isGuest) return m.counter_arrival_hint_mail()
  return canText ? m.counter_arrival_hint_text() : m.counter_arrival_hint()
}

/** The till that cash goes into, or that a card slip is counted with; asked only where several are open. */
function WhichTill({ tills, tillId, onTill }: Pick<Props, 'tills' | 'tillId' | 'onTill'>) {
  if (tills.length < 2) return null
  return (
    <SelectField label={m.counter_till()} value={tillId} onChange={(event) => onTill(event.target.value)} required={false}>
      {tills.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Cash needs a drawer. */
const NoTill = ({ onLeave }: Pick<Props, 'onLeave'>) => (
  <Callout
    tone="due"
    action={
      <StaffButtonLink to="/staff/till" look="primary" onClick={onLeave}>
        {m.counter_open_till()}
      </StaffButtonLink>
    }
  >
    {m.counter_no_till()}
  </Callout>
)

type CashProps = Omit<Props, 'person' | 'periods'>

function Cash({ amount, draft, tills, tillId, errorAt, onChange, onTill, onLeave }: CashProps) {
  if (tills.length === 0) return <NoTill onLeave={onLeave} />
  const given = givenIn(draft)
  const change = given === undefined ? undefined : changeFor(amount, given)
  return (
    <>
      <WhichTill {...{ tills, tillId, onTill }} />
      <div className="stack gap-2">
        <TextField
          label={m.counter_given()}
          name="given"
          value={draft.given}
          onChange={(event) => onChange({ ...draft, given: event.target.value })}
          error={errorAt('given')}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          required={false}
        />
        <p className={style.change} role="status">
          <span>
            {change === undefined && given !== undefined ? m.counter_short({ amount: formatMoney(amount - given) }) : m.counter_change()}
          </span>
          <b>{change === undefined ? '' : formatMoney(change)}</b>
        </p>
      </div>
      <QuickAmounts amount={amount} onChoose={(one) => onChange({ ...draft, given: String(one) })} />
    </>
  )
}

function QuickAmounts({ amount, onChoose }: { amount: number; onChoose(given: number): void }) {
  return (
    <div className={style.quick} role="group" aria-label={m.counter_quick()}>
      {quickAmounts(amount).map((one) => (
        <StaffButton
          key={one}
          onClick={({ currentTarget }) => {
            onChoose(one)
            // The next Enter takes the money.
            currentTarget.form?.querySelector<HTMLElement>('[name=given]')?.focus()
          }}
        >
          {amountText(one)}
        </StaffButton>
      ))}
    </div>
  )
}
