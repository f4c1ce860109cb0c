import { dataLocales, type DataLocale } from '#i18n/languages.ts'
import { compareLists, mergeLists } from '#ui/staff/kit/merge-lists.ts'
import type { Choice } from '#ui/staff/kit/conflict-view.tsx'

/** A field of a draft by its path, such as `parking.tw`; what is not written in two languages is one field. */
export type CentreField = { path: string; value: unknown }

/** A draft that two people have edited since `base`. */
export type Edited<Draft extends object> = { base: Draft; mine: Draft; theirs: Draft }

const isInBoth = (value: unknown): value is Record<DataLocale, unknown> =>
  typeof value === 'object' && value !== null && dataLocales.every((language) => language in value)

export const fieldsOf = (draft: object): CentreField[] =>
  Object.entries(draft).flatMap(([key, value]: [string, unknown]) =>
    isInBoth(value) ? dataLocales.map((language) => ({ path: `${key}.${language}`, value: value[language] })) : [{ path: key, value }],
  )

const inFields = <Draft extends object>({ base, mine, theirs }: Edited<Draft>) => ({
  base: fieldsOf(base),
  mine: fieldsOf(mine),
  theirs: fieldsOf(theirs),
  keyOf: ({ path }: CentreField) => path,
})

/** Fields that both have changed, differently; and paths of those that only the other has changed. */
export const compareDrafts = <Draft extends object>(edited: Edited<Draft>) => compareLists(inFields(edited))

/** My changes on top of theirs; what both have changed goes by the choices, mine where none was made. */
export function mergeDrafts<Draft extends object>(edited: Edited<Draft>, choices: Readonly<Record<string, Choice>>): Draft {
  const merged = new Map(mergeLists(inFields(edited), choices).map(({ path, value }) => [path, value]))
  return Object.fromEntries(
    Object.entries(edited.mine).map(([key, value]: [string, unknown]) => [
      key,
      isInBoth(value) ? Object.fromEntries(dataLocales.map((language) => [language, merged.get(`${key}.${language}`)])) : merged.get(key),
    ]),
  ) as Draft
}
