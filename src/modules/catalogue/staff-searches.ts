import type { StaffSearch } from '#modules/module.ts'
import type { Db } from '#db/connect.ts'
import { managerRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { locales } from '#i18n/languages.ts'
import { matchesWords } from '#lib/match-words.ts'
import { dayOf } from '#lib/zone.ts'
import { readIdentities } from '#modules/accounts/identity-store.ts'
import { readFurniture } from '#modules/lockers/furnish-store.ts'
import { lockerNumbers } from '#modules/lockers/rules.ts'
import { readHolidays } from '#modules/venues/store.ts'

type Asking = { locale: Locale; now: Date }

/** Identities, holidays and walls of lockers, for the console's search. Their screens are for managers, and so are the hits. */
export const catalogueSearches = (db: Db): StaffSearch[] => [
  {
    kind: 'identity',
    title: m.staff_kind_identity,
    icon: 'identity',
    roles: managerRoles,
    find: (query, { locale }) => findIdentities(db, query, locale),
  },
  {
    kind: 'holiday',
    title: m.staff_kind_holiday,
    icon: 'holiday',
    roles: managerRoles,
    find: (query, asking) => findHolidays(db, query, asking),
  },
  {
    kind: 'locker_wall',
    title: m.staff_kind_locker_wall,
    icon: 'locker',
    roles: managerRoles,
    find: (query, { locale }) => findWalls(db, query, locale),
  },
]

async function findIdentities(db: Db, query: string, locale: Locale) {
  const identities = await readIdentities(db)
  return identities
    .filter((identity) => matchesWords(query, [identity.code, identity.name_tw, identity.name_en]))
    .map((identity) => ({
      key: identity.code,
      name: say({ tw: identity.name_tw, en: identity.name_en }, locale),
      detail: identity.code,
      path: '/staff/catalogue/identities',
    }))
}

/** Those that are to come first, the next one at the top; then those that are over, the last one first. */
async function findHolidays(db: Db, query: string, { locale, now }: Asking) {
  const found = (await readHolidays(db)).filter(({ day, name }) => matchesWords(query, [day, name.tw, name.en]))
  const today = dayOf(now)
  const [ahead, over] = [found.filter(({ day }) => day >= today), found.filter(({ day }) => day < today)]
  return [...ahead, ...over.toReversed()].map(({ day, name }) => ({
    key: day,
    name: say(name, locale),
    detail: day,
    path: '/staff/catalogue/holidays',
  }))
}

/** Finds walls of lockers by the name of the wall, the name of its size or the number of a locker in it. The word "lockers" itself finds every wall. */
async function findWalls(db: Db, query: string, locale: Locale) {
  const { sizes, walls } = await readFurniture(db)
  const isLockers = matchesWords(
    query,
    locales.map((language) => m.staff_kind_locker_wall({}, { locale: language })),
  )
  return walls.flatMap((wall) => {
    const size = sizes.find(({ code }) => code === wall.size)
    const names = locales.map((language) => m.lockers_wall(wall, { locale: language }))
    const isNamed = matchesWords(query, [...names, ...(size ? [size.name.tw, size.name.en] : []), ...lockerNumbers(wall)])
    if (!isNamed && !isLockers) return []
    return {
      key: wall.wall,
      name: m.lockers_wall(wall, { locale }),
      detail: say(size?.name, locale) ?? '',
      path: '/staff/catalogue/lockers',
    }
  })
}
