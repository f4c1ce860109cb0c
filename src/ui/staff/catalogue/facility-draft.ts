import { keepDraft, useDraft } from '#ui/kit/draft.ts'
import { useViewer } from '#ui/session/viewer.ts'
import type { CatalogueAnswer, FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { withLevels } from '#ui/staff/kit/edit-prices.ts'
import { unitsOf } from './merge-facility.ts'

type Draft = {
  facility: FacilityFile
  /** The facility as it was when the edit began; null: it is new. */
  base: FacilityFile | null
  revision: string | null
}

export const partOf = (code: string): string => `facility:${code}`
const draftKey = (memberId: string, code: string) => `staff-facility ${memberId} ${code}`

export type FacilityDraft = ReturnType<typeof useFacilityDraft>

/** A facility with the changes that are typed and not yet saved. They survive a reload and a login, and are based on what was read then. */
export function useFacilityDraft(code: string, { file, revisions }: CatalogueAnswer) {
  const viewer = useViewer()
  const saved = file.facilities?.find((one) => one.code === code) ?? null
  const draft = useDraft<Partial<Draft>>(draftKey(viewer?.id ?? '', code), {})
  const { facility: edited, base: before = saved, revision = revisions[partOf(code)] ?? null } = draft.values
  const [facility, base] = [edited ? withLevels(edited) : saved, before && withLevels(before)]
  const changed = facility ? changedUnits(base, facility) : []
  return {
    facility,
    saved,
    base,
    /** Units of merge-facility.ts that differ from what the edit is based on. */
    changed,
    isNew: saved === null && base === null,
    basedOn: revision === null ? {} : { [partOf(code)]: revision },
    change: (patch: Partial<FacilityFile>) => facility && draft.change({ facility: { ...facility, ...patch }, base, revision }),
    /** Starts again from what somebody else has saved, with these changes on top. */
    rebase: (next: FacilityFile, onto: FacilityFile | null, onRevision: string | null) =>
      draft.change({ facility: next, base: onto, revision: onRevision }),
    discard: () => draft.clear(),
  }
}

export function changedUnits(base: FacilityFile | null, facility: FacilityFile): string[] {
  const [before, after] = [unitsOf(base), unitsOf(facility)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
  )
}

/** Keeps a new facility as a draft, for its screen to show. */
export const keepNewFacility = (memberId: string, facility: FacilityFile): void =>
  keepDraft(draftKey(memberId, facility.code), { facility, base: null, revision: null } satisfies Draft)
