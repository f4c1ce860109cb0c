import { describe, expect, it } from 'vitest'
import { articleDraft, bodyOf, changedIn, compareSides, emptyDraft, mergeSides } from './editor-draft.ts'

const base = { ...emptyDraft('news', '2026-11-15'), titleTw: '標題', bodyTw: '內文' }

describe('two people editing the same article', () => {
  const mine = { ...base, titleTw: '我的標題', bodyTw: '我的內文' }
  const theirs = { ...base, titleTw: '他的標題', summaryTw: '他的摘要' }

  it('each keeps what only one of them has changed; of the rest one chooses', () => {
    expect(compareSides({ base, mine, theirs })).toEqual({ contested: ['titleTw'], taken: ['summaryTw'] })
    expect(mergeSides({ base, mine, theirs }, {})).toMatchObject({ titleTw: '我的標題', bodyTw: '我的內文', summaryTw: '他的摘要' })
    expect(mergeSides({ base, mine, theirs }, { titleTw: 'theirs' })).toMatchObject({ titleTw: '他的標題', bodyTw: '我的內文' })
  })

  it('the same change of both is no conflict', () => {
    expect(compareSides({ base, mine, theirs: mine })).toEqual({ contested: [], taken: [] })
    expect(changedIn(base, mine)).toEqual(['titleTw', 'bodyTw'])
  })
})

it('pictures of the text are no attachments, and a story is sent by its own words', () => {
  const file = (id: string) => ({ id, name: `${id}.png`, size: 1, type: 'image/png' })
  const { files } = articleDraft({
    version: 1,
    savedAt: '',
    savedBy: null,
    category: 'notice',
    pinned: false,
    summaryTw: '',
    summaryEn: '',
    bodyEn: '',
    titleTw: '',
    titleEn: '',
    bodyTw: '![x](/api/File/A1B2 "4x3")',
    files: [file('a1b2'), file('c3d4')],
  })
  expect(files.map(({ id }) => id)).toEqual(['c3d4'])
  expect(bodyOf('stories', { ...base, day: '2026-11-01' })).toEqual({
    titleTw: '標題',
    titleEn: '',
    textTw: '內文',
    textEn: '',
    day: '2026-11-01',
    pictures: [],
  })
})
