import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { tillsKey } from '#ui/staff/kit/till-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AmountField } from './amount-field.tsx'

/** Cash in or out, with its reason. */
export function MoveForm({ tillId }: { tillId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<'in' | 'out'>('in')
  // One key for each movement: sent again because its answer was lost, it is recorded once.
  const key = useRef(crypto.randomUUID())
  const [done, setDone] = useState(0)
  const { busy, refused, errorAt, form } = useSubmit(async (data) => {
    const body = { tillId, kind, amount: Number(data.get('amount')), reason: String(data.get('reason')) }
    await api.post('/api/Staff/Till/Move', body, { headers: { 'idempotency-key': key.current } })
    key.current = crypto.randomUUID()
    setDone(done + 1)
    toast('success', m.till_moved())
    await queryClient.invalidateQueries({ queryKey: tillsKey })
  })
  return (
    <Panel title={m.till_move()}>
      <form key={done} className="stack" {...form}>
        <SegmentedControl<'in' | 'out'>
          legend={m.till_move_kind()}
          value={kind}
          options={[
            { value: 'in', label: m.till_move_in() },
            { value: 'out', label: m.till_move_out() },
          ]}
          onChange={setKind}
        />
        <AmountField label={m.till_amount()} name="amount" min={1} error={errorAt('amount')} />
        <TextField label={m.till_reason()} name="reason" maxLength={200} autoComplete="off" error={errorAt('reason')} />
        <FormProblem refused={refused} />
        <div>
          <StaffButton type="submit" busy={busy}>
            {m.till_move_now()}
          </StaffButton>
        </div>
      </form>
    </Panel>
  )
}
