import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { tillsQuery } from './till-query.ts'

/** Which open till cash goes into or comes out of, or a card slip or a voucher is counted with. */
export function TillChoice({ needsCash = true }: { /** Without a drawer it cannot be done. */ needsCash?: boolean }) {
  const { data } = useQuery(tillsQuery(useApi()))
  if (data?.open.length === 0)
    return (
      <Callout
        tone="due"
        title={needsCash ? m.staff_order_no_till() : m.staff_order_no_till_terminal()}
        action={<Link to="/staff/till">{m.counter_open_till()}</Link>}
      />
    )
  return (
    <SelectField name="tillId" label={m.counter_till()}>
      {data?.open.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
