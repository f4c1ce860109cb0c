import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { courtOptionsQuery, facilityOptionsQuery } from './report-queries.ts'

type Props = {
  facilityId: number
  courtId: number
  /** The court was given by the scanned sign. */
  scanned: boolean
  onChange(place: { facilityId: number; courtId: number }): void
  errorAt(path: string): string | undefined
}

/** Facility, and optionally one of its courts. */
export function WhereFields({ facilityId, courtId, scanned, onChange, errorAt }: Props) {
  const api = useApi()
  const facilities = useQuery(facilityOptionsQuery(api)).data ?? []
  const courts = useQuery(courtOptionsQuery(api, facilityId)).data ?? []
  return (
    <>
      <SelectField
        id="report-venue1stId"
        name="venue1stId"
        label={m.feedback_facility()}
        error={errorAt('venue1stId')}
        value={facilityId || ''}
        onChange={({ target }) => onChange({ facilityId: Number(target.value), courtId: 0 })}
      >
        <option value="">{m.feedback_facility_choose()}</option>
        {facilities.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="report-venue2ndId"
        name="venue2ndId"
        label={m.feedback_court()}
        hint={scanned ? m.feedback_court_scanned() : undefined}
        error={errorAt('venue2ndId')}
        optional
        disabled={facilityId === 0}
        value={courtId || ''}
        onChange={({ target }) => onChange({ facilityId, courtId: Number(target.value) })}
      >
        <option value="">{m.feedback_court_any()}</option>
        {courts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
