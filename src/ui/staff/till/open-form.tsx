import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useKeptSale } from '#ui/staff/kit/kept-sale.ts'
import { tillsKey } from '#ui/staff/kit/till-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { AmountField } from './amount-field.tsx'

/** Opens a drawer with the float that is in it. */
export function OpenForm({ isSecond = false }: { isSecond?: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const kept = useKeptSale((state) => state.sale)
  const { busy, refused, errorAt, form } = useSubmit(async (data) => {
    const body = { name: String(data.get('name')), float: Number(data.get('float')) }
    const { tillId } = await api.post<{ tillId: string }>('/api/Staff/Till/Open', body)
    await queryClient.invalidateQueries({ queryKey: tillsKey })
    const { sale } = useKeptSale.getState()
    void navigate(sale ? { to: '/staff/counter', search: sale.search } : { to: '/staff/till', search: { till: tillId } })
  })
  return (
    <Panel title={m.till_open_title()} lead={isSecond ? undefined : m.till_none_open()}>
      {kept && (
        <p>
          <Link to="/staff/counter" search={kept.search}>
            {m.till_back_to_sale()}
          </Link>
        </p>
      )}
      <form className="cluster bottom gap-3" {...form}>
        <TextField
          label={m.till_name()}
          name="name"
          defaultValue={isSecond ? '' : m.till_name_default()}
          maxLength={40}
          autoComplete="off"
          error={errorAt('name')}
        />
        <AmountField label={m.till_float()} name="float" min={0} error={errorAt('float')} />
        <StaffButton type="submit" look={isSecond ? 'secondary' : 'primary'} busy={busy}>
          {m.till_open_now()}
        </StaffButton>
        <FormProblem refused={refused} />
      </form>
    </Panel>
  )
}
