import type { CatalogueAnswer, FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import type { FacilityDraft } from './facility-draft.ts'

/** What every tab of a facility's screen is given. */
export type TabProps = {
  draft: FacilityDraft
  facility: FacilityFile
  catalogue: CatalogueAnswer
  /** Day of the chosen price list or timetable, from the address. */
  list: string | undefined
}
