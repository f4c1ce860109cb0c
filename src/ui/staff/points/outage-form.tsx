import { m } from '#i18n/generated/messages.js'
import { momentAt, minuteFrom } from '#lib/zone.ts'
import type { OutageAnswer } from '#modules/violations/office-wire.ts'
import { pointKinds, type PointKind } from '#modules/violations/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { kindWord } from '#ui/violations/violation-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pointListQuery } from './points-queries.ts'
import style from './points.module.css'

/** Taipei's clock, as the fields of the form have it: 2026-11-16T19:00. */
const momentFrom = (text: string): Date => momentAt(text.slice(0, 10), minuteFrom(text.slice(11, 16)))

/** Chooses the points of an outage; nothing is written yet. */
export function OutageForm({ onPreview, onClose }: { onPreview(preview: OutageAnswer): void; onClose(): void }) {
  const call = useStaffCall()
  const facilities = useQuery(pointListQuery(useApi(), {})).data?.facilities ?? []
  const [kinds, setKinds] = useState<readonly PointKind[]>(['no-show', 'expired'])
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const facility = String(data.get('facility') ?? '')
      const [from, until] = [momentFrom(String(data.get('from'))), momentFrom(String(data.get('until')))]
      const body = { from: from.toISOString(), until: until.toISOString(), kinds, ...(facility && { facility }) }
      onPreview(await call<OutageAnswer>('/api/Staff/Point/Outage/Preview', body))
    },
    { check: () => (kinds.length === 0 ? [{ path: 'kinds', message: m.field_required() }] : []) },
  )
  return (
    <form className="stack gap-4" {...form}>
      <p>{m.points_outage_lead()}</p>
      <div className={style.filters}>
        <TextField
          type="datetime-local"
          name="from"
          label={m.points_outage_from()}
          defaultValue={`${today()}T00:00`}
          error={errorAt('from')}
        />
        <TextField
          type="datetime-local"
          name="until"
          label={m.points_outage_until()}
          defaultValue={`${today()}T23:59`}
          error={errorAt('until')}
        />
        <SelectField required={false} name="facility" label={m.staff_orders_facility()} defaultValue="">
          <option value="">{m.staff_orders_every_facility()}</option>
          {facilities.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <KindsField kinds={kinds} onChange={setKinds} error={errorAt('kinds')} />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.points_outage_preview()}
          </StaffButton>
        }
      >
        <StaffButton look="quiet" onClick={onClose}>
          {m.staff_people_cancel()}
        </StaffButton>
      </SheetActions>
    </form>
  )
}

type KindsProps = { kinds: readonly PointKind[]; onChange(kinds: readonly PointKind[]): void; error: string | undefined }

function KindsField({ kinds, onChange, error }: KindsProps) {
  const toggle = (kind: PointKind, isChosen: boolean) => onChange(isChosen ? [...kinds, kind] : kinds.filter((one) => one !== kind))
  return (
    <fieldset className={style.kinds}>
      <legend>{m.points_kind()}</legend>
      {pointKinds.map((kind) => (
        <CheckInput key={kind} label={kindWord[kind]()} checked={kinds.includes(kind)} onChange={(isChosen) => toggle(kind, isChosen)} />
      ))}
      {error && <p className={style.error}>{error}</p>}
    </fieldset>
  )
}
