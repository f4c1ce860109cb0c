import { expect, test } from 'vitest'
import { compareDrafts, mergeDrafts } from './merge-centre.ts'

const base = {
  phone: '02-1',
  parking: { tw: '甲', en: 'A' },
  footer: { tw: null as string | null, en: 'F' },
  position: null as object | null,
}

test('each language is a field of its own: theirs is taken over where only they have changed it', () => {
  const mine = { ...base, parking: { tw: '我', en: 'A' } }
  const theirs = { ...base, phone: '02-2', parking: { tw: '甲', en: 'B' }, position: { latitude: 25, longitude: 121 } }
  expect(compareDrafts({ base, mine, theirs })).toEqual({ contested: [], taken: ['phone', 'parking.en', 'position'] })
  expect(mergeDrafts({ base, mine, theirs }, {})).toEqual({ ...theirs, parking: { tw: '我', en: 'B' } })
})

test('a field that both have changed is chosen, mine where nothing was chosen; the same change twice is none', () => {
  const mine = { ...base, phone: '02-3', footer: { tw: '我', en: 'G' } }
  const theirs = { ...base, phone: '02-4', footer: { tw: '她', en: 'G' } }
  const edited = { base, mine, theirs }
  expect(compareDrafts(edited).contested.map(({ key }) => key)).toEqual(['phone', 'footer.tw'])
  expect(compareDrafts(edited).taken).toEqual([])
  expect(mergeDrafts(edited, { phone: 'theirs' })).toEqual({ ...mine, phone: '02-4' })
})

test('a text that they have set back to the default is taken over as the default', () => {
  const own = { footer: { tw: '舊', en: 'old' } as { tw: string | null; en: string | null } }
  const edited = { base: own, mine: { footer: { tw: '舊', en: 'new' } }, theirs: { footer: { tw: null, en: 'old' } } }
  expect(mergeDrafts(edited, {})).toEqual({ footer: { tw: null, en: 'new' } })
})
