export const facilityTabs = ['basics', 'pictures', 'courts', 'prices', 'hours'] as const
export type FacilityTab = (typeof facilityTabs)[number]

/** The tab that has the field of a path of the catalogue file. */
export function tabOf(path: string): FacilityTab {
  if (path.startsWith('pictures')) return 'pictures'
  if (path.startsWith('courts')) return 'courts'
  if (path.startsWith('priceLists')) return 'prices'
  return path.startsWith('timetables') ? 'hours' : 'basics'
}
