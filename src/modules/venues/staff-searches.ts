import type { StaffSearch } from '#modules/module.ts'
import { isManager, type StaffRole } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { say } from '#i18n/words.ts'
import { matchesWords } from '#lib/match-words.ts'
import type { Catalogues } from './catalogue.ts'
import type { Court, Facility } from './rules.ts'

const everyRole = ['admin', 'manager', 'desk', 'finance', 'editor'] as const satisfies StaffRole[]
const textsOf = ({ code, name }: Pick<Facility | Court, 'code' | 'name'>) => [code, name.tw, name.en]

/** The facility's screen in the catalogue, or the members' page of it for who may not open the catalogue. */
const pathOf = ({ id, code }: Facility, roles: readonly StaffRole[], tab = '') =>
  isManager({ roles }) ? `/staff/catalogue/facility?${new URLSearchParams({ code, ...(tab && { tab }) })}` : `/venues/${id}`

/** Facilities and courts by code and name in either language, for the console's search. A court is found by its facility's name too. */
export function venueSearches(catalogues: Catalogues): StaffSearch[] {
  return [
    {
      kind: 'facility',
      title: m.staff_kind_facility,
      icon: 'facility',
      roles: everyRole,
      async find(query, { locale, roles }) {
        const { facilities } = await catalogues.current()
        return facilities
          .filter((facility) => matchesWords(query, textsOf(facility)))
          .map((facility) => ({
            key: facility.code,
            name: say(facility.name, locale),
            detail: facility.code,
            path: pathOf(facility, roles),
          }))
      },
    },
    {
      kind: 'court',
      title: m.staff_kind_court,
      icon: 'court',
      roles: everyRole,
      async find(query, { locale, roles }) {
        const { facilities } = await catalogues.current()
        return facilities
          .filter((facility) => !matchesWords(query, textsOf(facility)))
          .flatMap((facility) => facility.courts.map((court) => ({ court, facility })))
          .filter(({ court, facility }) => matchesWords(query, [...textsOf(court), ...textsOf(facility)]))
          .map(({ court, facility }) => ({
            key: court.code,
            name: say(court.name, locale),
            detail: say(facility.name, locale),
            path: pathOf(facility, roles, 'courts'),
          }))
      },
    },
  ]
}
