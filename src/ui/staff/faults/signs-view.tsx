import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { Printed } from '#ui/staff/kit/printed.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { courtsQuery } from './faults-queries.ts'
import type { FaultsView } from './faults-search.ts'
import style from './faults.module.css'

/** Signs of a facility's courts: the QR code leads to the form with the court chosen. Printed one to a page. */
export function SignsView({ view: { place } }: { view: FaultsView }) {
  const navigate = useNavigate()
  const { data: courts = [] } = useQuery(courtsQuery(useApi()))
  const facilities = [...new Map(courts.map((court) => [court.venue1stId, court.venue1stName]))]
  const chosen = place ?? String(facilities[0]?.[0] ?? '')
  const shown = courts.filter(({ venue1stId }) => String(venue1stId) === chosen)
  return (
    <>
      <div className={style.signTools}>
        <SelectField
          required={false}
          name="place"
          label={m.staff_tickets_facility()}
          value={chosen}
          onChange={({ target }) => void navigate({ to: '/staff/tickets', search: { tab: 'signs', place: target.value } })}
        >
          {facilities.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <StaffButton look="primary" onClick={() => window.print()}>
          {m.staff_tickets_print({ count: shown.length })}
        </StaffButton>
      </div>
      <p className="note">{m.staff_tickets_signs_hint()}</p>
      <Printed paper="a4" className={style.signs}>
        {shown.map(({ venue2ndId, venue2ndName }) => (
          <Sign key={venue2ndId} id={venue2ndId} alt={m.staff_tickets_sign({ court: venue2ndName })} />
        ))}
      </Printed>
    </>
  )
}

/** A call of staff, made with the session; the picture is drawn from its answer. */
function Sign({ id, alt }: { id: number; alt: string }) {
  const api = useApi()
  const { data: sign } = useQuery({
    queryKey: ['staff-court-sign', id],
    queryFn: async () => (await api.blob(`/api/Staff/Court/${id}/Sign`, { silent: true })).text(),
    staleTime: Infinity,
    retry: false,
  })
  return <img src={sign && `data:image/svg+xml,${encodeURIComponent(sign)}`} alt={alt} />
}
