import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { changeFor } from '#modules/tills/rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useState } from 'react'
import { StaffButton } from './staff-button.tsx'
import { TillChoice } from './till-choice.tsx'
import { useOrderCall } from './use-order-call.ts'

function takenWords(taken: { amount: number; change: number }): string {
  const words = { amount: formatMoney(taken.amount), change: formatMoney(taken.change) }
  return taken.change > 0 ? m.staff_order_taken_change(words) : m.staff_order_taken(words)
}

/** Takes the price of an order that was placed before: cash with its change, or the terminal with the reference of its slip. */
export function TakeSheet({ order: { orderNo, amount }, onClose }: { order: { orderNo: string; amount: number }; onClose(): void }) {
  const call = useOrderCall()
  const [way, setWay] = useState<'cash' | 'terminal'>('cash')
  const [given, setGiven] = useState('')
  const change = given === '' ? undefined : changeFor(amount, Number(given))
  const { busy, refused, errorAt, form } = useSubmit(async (data) => {
    const how =
      way === 'cash'
        ? { tillId: data.get('tillId'), given: Number(given === '' ? amount : given) }
        : { tillId: data.get('tillId'), reference: String(data.get('reference')) }
    await call<{ amount: number; change: number }>('/api/Staff/Payment/Desk', { orderNo, way, ...how }, { done: takenWords })
    onClose()
  })
  return (
    <Sheet open title={m.staff_order_take({ amount: formatMoney(amount) })} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <RadioChips<'cash' | 'terminal'>
          legend={m.staff_order_take_way()}
          value={way}
          options={[
            { value: 'cash', label: m.staff_order_by_cash() },
            { value: 'terminal', label: m.counter_way_terminal() },
          ]}
          onChange={setWay}
        />
        <TillChoice way={way} />
        {way === 'cash' ? (
          <TextField
            label={m.staff_order_take_given()}
            name="given"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            required={false}
            value={given}
            placeholder={String(amount)}
            onChange={(event) => setGiven(event.target.value.replaceAll(/\D/g, ''))}
            hint={change === undefined ? undefined : m.staff_order_change({ amount: formatMoney(change) })}
            error={errorAt('given')}
          />
        ) : (
          <TextField label={m.counter_reference()} name="reference" maxLength={40} autoComplete="off" error={errorAt('reference')} />
        )}
        <FormProblem refused={refused} />
        <SheetActions
          main={
            <StaffButton type="submit" look="primary" busy={busy}>
              {m.staff_order_take({ amount: formatMoney(amount) })}
            </StaffButton>
          }
        >
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_back()}
          </StaffButton>
        </SheetActions>
      </form>
    </Sheet>
  )
}
