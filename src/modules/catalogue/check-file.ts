import { dataLocales } from '#i18n/languages.ts'
import { publicIdentity } from '#modules/accounts/rules.ts'
import { checkFacility } from './check-facility.ts'
import { reportInto, reportTwice, type FileError } from './file-errors.ts'
import type { FacilityFile, HolidayFile, IdentityFile, LockersFile } from './file-wire.ts'

export type Checked = { identities: IdentityFile[]; facilities: FacilityFile[]; holidays: HolidayFile[]; lockers: LockersFile }

/** What a whole catalogue gets wrong, beyond the shapes of its fields. */
export function checkFile({ identities, facilities, holidays, lockers }: Checked): FileError[] {
  const known = new Set(identities.map(({ code }) => code))
  return [
    ...checkIdentities(identities),
    ...checkFacilities(facilities),
    ...facilities.flatMap((facility) => checkFacility(facility, known)),
    ...checkHolidays(holidays),
    ...checkLockers(lockers),
  ]
}

function checkIdentities(identities: IdentityFile[]): FileError[] {
  const errors: FileError[] = []
  const report = reportInto(errors, 'identities')
  reportTwice(
    identities,
    ({ code }) => code,
    (n, code) => report(`${n}.code`, 'code_twice', { code }),
  )
  for (const language of dataLocales)
    reportTwice(
      identities,
      ({ name, retired }) => (retired ? undefined : name[language].toLowerCase()),
      (n) => report(`${n}.name.${language}`, 'name_twice', { name: identities[n]!.name[language] }),
    )
  identities.forEach(({ code, needsProof, proofMonths, forCommunity, retired }, n) => {
    if (!needsProof && proofMonths !== null) report(`${n}.proofMonths`, 'months_without_proof')
    if (code === publicIdentity && (needsProof || forCommunity || retired)) report(`${n}.code`, 'public_for_everybody', { code })
  })
  if (!identities.some(({ code }) => code === publicIdentity)) report('', 'public_missing', { code: publicIdentity })
  return errors
}

function checkFacilities(facilities: FacilityFile[]): FileError[] {
  const errors: FileError[] = []
  const at = (n: number) => reportInto(errors, `facility:${facilities[n]!.code}`)
  reportTwice(
    facilities,
    ({ code }) => code,
    (n, code) => at(n)('code', 'code_twice', { code }),
  )
  for (const language of dataLocales)
    reportTwice(
      facilities,
      ({ name, retired }) => (retired ? undefined : name[language].toLowerCase()),
      (n) => at(n)(`name.${language}`, 'name_twice', { name: facilities[n]!.name[language] }),
    )
  const courts = facilities.flatMap((facility, n) => facility.courts.map(({ code }, k) => ({ code, n, k })))
  reportTwice(
    courts,
    ({ code }) => code,
    (which, code) => at(courts[which]!.n)(`courts.${courts[which]!.k}.code`, 'court_code_twice', { code }),
  )
  return errors
}

function checkHolidays(holidays: HolidayFile[]): FileError[] {
  const errors: FileError[] = []
  reportTwice(
    holidays,
    ({ day }) => day,
    (n, day) => reportInto(errors, 'holidays')(`${n}.day`, 'holiday_twice', { day }),
  )
  return errors
}

function checkLockers({ sizes, walls }: LockersFile): FileError[] {
  const errors: FileError[] = []
  const report = reportInto(errors, 'lockers')
  reportTwice(
    sizes,
    ({ code }) => code,
    (n, code) => report(`sizes.${n}.code`, 'code_twice', { code }),
  )
  sizes.forEach(({ terms }, n) =>
    reportTwice(
      terms,
      ({ months }) => String(months),
      (k, months) => report(`sizes.${n}.terms.${k}.months`, 'term_twice', { months }),
    ),
  )
  reportTwice(
    walls,
    ({ wall }) => wall,
    (n, wall) => report(`walls.${n}.wall`, 'wall_twice', { wall }),
  )
  walls.forEach(({ size }, n) => {
    if (!sizes.some(({ code }) => code === size)) report(`walls.${n}.size`, 'unknown_size', { code: size })
  })
  return errors
}
