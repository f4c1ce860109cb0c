import { expect, it } from 'vitest'
import { saidIn, say } from './words.ts'

it('says a text of data in the reader’s language, and where it is not written in the one that is', () => {
  const court = { tw: '羽球場', en: 'Badminton court' }
  expect([say(court, 'tw'), say(court, 'en')]).toEqual(['羽球場', 'Badminton court'])
  expect([say({ tw: '', en: 'Only English' }, 'tw'), say({ tw: '只有中文', en: '' }, 'en')]).toEqual(['Only English', '只有中文'])
  expect([saidIn({ tw: '只有中文', en: '' }, 'en'), saidIn({ tw: '', en: '' }, 'en')]).toEqual(['tw', 'en'])
})

it('takes an empty list for one that is not written', () => {
  expect(say({ tw: ['禁止飲食'], en: [] }, 'en')).toEqual(['禁止飲食'])
})

it('says nothing of what is not there', () => {
  expect([say(undefined, 'tw'), say(null, 'en')]).toEqual([undefined, undefined])
})
