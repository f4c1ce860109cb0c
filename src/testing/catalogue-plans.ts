import type { CatalogueChanges, WholeFile } from '#modules/catalogue/file.ts'
import type { FacilityFile } from '#modules/catalogue/file-wire.ts'
import { planChange, type Circumstances } from '#modules/catalogue/plan-change.ts'
import { templateFile } from '#modules/catalogue/templates.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { ruleGroupNames, type Rules } from '#modules/settings/rules-wire.ts'

/** Whole catalogues without a database, and changes that are planned on them. */
export const today = '2026-11-15'
export const none: ReadonlySet<string> = new Set()
export const calm: Circumstances = {
  mode: 'merge',
  today,
  inUse: { facilities: none, courts: none, identities: none },
  bookedAhead: none,
  rented: none,
}
const identity = (code: string, tw: string, en: string) => ({
  code,
  name: { tw, en },
  needsProof: false,
  proofMonths: null,
  forCommunity: false,
})
const unnamed = { tw: '', en: '' }
export const empty: WholeFile = {
  centre: {
    name: unnamed,
    shortName: unnamed,
    taxId: '',
    phone: '',
    email: '',
    address: unnamed,
    deskHours: unnamed,
    parking: unnamed,
    position: null,
    colour: null,
    texts: { privacy: { tw: null, en: null }, terms: { tw: null, en: null }, footer: { tw: null, en: null } },
  },
  identities: ['PUB', 'RES', 'STU', 'SEN', 'DIS', 'LOW', 'CLUB', 'ORG'].map((code) => identity(code, `身分 ${code}`, `Identity ${code}`)),
  facilities: [],
  holidays: [],
  lockers: { sizes: [], walls: [] },
  rules: Object.fromEntries(ruleGroupNames.map((group) => [group, defaultSettings[group]])) as Rules,
}
export const hall = () => structuredClone(templateFile('badminton-hall', '2026-01-01').facilities![0]!)
export const withHall: WholeFile = { ...empty, facilities: [hall()] }
export const changed = (change: (facility: FacilityFile) => void): CatalogueChanges => {
  const facility = hall()
  change(facility)
  return { facilities: [facility] }
}
/** Errors of a planned change, by path. */
export const codesOf = (changes: CatalogueChanges, more: Partial<Circumstances> = {}, before = withHall) =>
  planChange(before, changes, { ...calm, ...more }).errors.map(({ path, code }) => `${path}: ${code}`)

/** Prices of the two usual levels, as a plan says them. */
export const named = (offPeak: number, peak: number) => [
  { level: { tw: '離峰', en: 'Off-peak' }, price: offPeak },
  { level: { tw: '尖峰', en: 'Peak' }, price: peak },
]
