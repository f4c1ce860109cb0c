import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { CatalogueConflicts } from '#ui/staff/kit/catalogue-conflicts.tsx'
import type { CatalogueChanges, FacilityFile, HolidayFile, IdentityFile, PlanAnswer, PriceListFile } from '#ui/staff/kit/catalogue-types.ts'
import { holdsOn, withLevels } from '#ui/staff/kit/edit-prices.ts'
import { FieldErrorsProvider } from '#ui/staff/kit/fields.tsx'
import { PriceMatrix } from '#ui/staff/kit/price-matrix.tsx'
import { ReviewSheet } from '#ui/staff/kit/review-sheet.tsx'
import { say, sayLevels } from '#ui/staff/kit/say-words.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useCatalogueChange } from '#ui/staff/kit/use-catalogue-change.ts'
import { useState } from 'react'
import { FileErrors } from './file-errors.tsx'
import { BegunFacilities, BegunHolidays, BegunHours } from './begun-parts.tsx'
import type { Begun } from './begun.ts'
import style from './setup.module.css'

type Props = {
  begun: Begun
  identities: readonly IdentityFile[]
  /** Public holidays that are offered; none where the centre has its own already. */
  holidays: readonly HolidayFile[]
  onChange(begun: Begun): void
  onBack(): void
  onSaved(): Promise<void>
}

/** Prices of what a template or a file brings, by identity, to be looked over and changed before anything is saved. */
export function PriceReview({ begun, identities, holidays, onChange, onBack, onSaved }: Props) {
  const change = useCatalogueChange(onSaved)
  const { errors } = change
  const { ready, busy, form } = useSubmit(() => change.save({ changes: begun.changes, basedOn: begun.basedOn }, begun.from))
  const facilities = (begun.changes.facilities ?? []).map(withLevels)
  const setFacility = (next: FacilityFile) => onChange({ ...begun, changes: withFacility(begun.changes, next) })
  const kinds = (begun.changes.identities ?? identities).filter(({ retired }) => !retired)
  return (
    <form className="stack gap-4" {...form}>
      <Callout tone="info" title={m.staff_setup_review_title()}>
        {begun.offered ? m.staff_setup_review_lead_template() : m.staff_setup_review_lead()}
      </Callout>
      {begun.offered && <BegunFacilities begun={begun} onChange={onChange} />}
      {begun.offered && <BegunHours begun={begun} onChange={onChange} />}
      {holidays.length > 0 && <BegunHolidays begun={begun} offered={holidays} onChange={onChange} />}
      {facilities.map((facility, at) => (
        <FacilityPrices
          key={facility.code}
          facility={facility}
          identities={kinds}
          errors={errors}
          isOpen={at === 0 || errors.some(({ part }) => part === `facility:${facility.code}`)}
          onChange={setFacility}
        />
      ))}
      {errors.length > 0 && <FileErrors title={m.staff_setup_review_errors({ count: errors.length })} errors={errors} />}
      <CatalogueConflicts change={change} />
      {change.stage.at !== 'reviewing' && <FormProblem refused={change.refused} />}
      <ReviewSheet change={change} />
      <div className={style.actions}>
        <Button type="submit" busy={busy} disabled={!ready || facilities.length === 0}>
          {m.staff_setup_save()}
        </Button>
        <StaffButton look="quiet" onClick={onBack}>
          {m.staff_setup_review_back()}
        </StaffButton>
      </div>
    </form>
  )
}

const withFacility = (changes: CatalogueChanges, next: FacilityFile): CatalogueChanges => ({
  ...changes,
  facilities: (changes.facilities ?? []).map((one) => (one.code === next.code ? next : one)),
})

type FacilityProps = {
  facility: FacilityFile
  identities: readonly IdentityFile[]
  errors: PlanAnswer['errors']
  isOpen: boolean
  onChange(facility: FacilityFile): void
}

/** The prices that hold today, or first, of one facility. */
function FacilityPrices({ facility, identities, errors, isOpen, onChange }: FacilityProps) {
  const [opened, setOpened] = useState(false)
  // Paths begin with the code, because several facilities stand on the page.
  const own = new Map(
    errors.filter(({ part }) => part === `facility:${facility.code}`).map(({ path, message }) => [`${facility.code}.${path}`, message]),
  )
  const { priceLists, courts } = facility
  const list = holdsOn(priceLists, today()) ?? priceLists[0]
  const set = (next: PriceListFile) => onChange({ ...facility, priceLists: priceLists.map((one) => (one === list ? next : one)) })
  return (
    <details className={style.facility} open={isOpen || opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <b>{say(facility.name)}</b> <span>{m.staff_setup_review_courts({ courts: courts.length })}</span>
      </summary>
      {list ? (
        <FieldErrorsProvider value={own}>
          {sayLevels(list.levels).map((text) => (
            <p key={text} className={style.about}>
              {text}
            </p>
          ))}
          <PriceMatrix
            list={list}
            path={`${facility.code}.priceLists.${priceLists.indexOf(list)}`}
            identities={identities}
            courts={courts.filter(({ retired }) => !retired)}
            onChange={set}
          />
        </FieldErrorsProvider>
      ) : (
        <p className={style.about}>{m.staff_setup_review_no_prices()}</p>
      )}
    </details>
  )
}
