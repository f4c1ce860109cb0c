import type { CatalogueAnswer, FacilityFile } from '#ui/staff/kit/catalogue-types.ts'

/** What keeps members from booking and paying. */
export type Missing =
  | { what: 'facilities' | 'payment' | 'mail' | 'texts' | 'wired' }
  | { what: 'courts' | 'hours' | 'prices'; facility: FacilityFile }

type Known = {
  catalogue: CatalogueAnswer | undefined
  /** Undefined: the viewer may not see them. */
  connections: readonly { what: string; isSet: boolean; isDemo: boolean }[] | undefined
  siteAccess: 'wired' | 'open' | undefined
}

/** In the order in which it is mended. Things that the viewer may not see are left out. */
export function whatIsMissing({ catalogue, connections, siteAccess }: Known): Missing[] {
  const facilities = (catalogue?.file.facilities ?? []).filter(({ retired }) => !retired)
  const isUnset = (what: string) => connections?.some((one) => one.what === what && !one.isSet && !one.isDemo) ?? false
  return [
    ...(catalogue && facilities.length === 0 ? [{ what: 'facilities' } as const] : []),
    ...facilities.flatMap(ofFacility),
    ...(isUnset('payment') ? [{ what: 'payment' } as const] : []),
    ...(isUnset('mail') ? [{ what: 'mail' } as const] : []),
    ...(isUnset('texts') ? [{ what: 'texts' } as const] : []),
    ...(siteAccess === 'wired' ? [{ what: 'wired' } as const] : []),
  ]
}

/** Members can book and pay. A centre may choose to send no texts. */
export const isReady = (missing: readonly Missing[]): boolean => missing.every(({ what }) => what === 'texts')

function ofFacility(facility: FacilityFile): Missing[] {
  const missing: Missing[] = []
  if (!facility.courts.some(({ retired }) => !retired)) missing.push({ what: 'courts', facility })
  if (facility.timetables.length === 0) missing.push({ what: 'hours', facility })
  if (facility.priceLists.length === 0) missing.push({ what: 'prices', facility })
  return missing
}
