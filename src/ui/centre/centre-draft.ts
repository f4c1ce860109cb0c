import type { StaffCentreAnswer } from '#modules/centre/wire.ts'

/** What the form of the centre edits. */
export type CentreDraft = Pick<
  StaffCentreAnswer,
  'name' | 'shortName' | 'taxId' | 'phone' | 'email' | 'address' | 'deskHours' | 'parking' | 'position' | 'colour' | 'logo'
>

export const draftOf = ({
  name,
  shortName,
  taxId,
  phone,
  email,
  address,
  deskHours,
  parking,
  position,
  colour,
  logo,
}: StaffCentreAnswer): CentreDraft => ({
  name,
  shortName,
  taxId,
  phone,
  email,
  address,
  deskHours,
  parking,
  position,
  colour,
  logo,
})

/** Body of the call that saves the fields that differ. */
export function changesOf(before: CentreDraft, { logo, ...after }: CentreDraft): Record<string, unknown> {
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof CentreDraft]))
  const logoChanged = logo?.fileId !== before.logo?.fileId
  return { ...Object.fromEntries(changed), ...(logoChanged ? { logoFileId: logo?.fileId ?? null } : {}) }
}

/** Errors by the path of their field (name.tw), as the API answers them. */
export type FieldErrors = ReadonlyMap<string, string>
