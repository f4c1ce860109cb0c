import { describe, expect, it } from 'vitest'
import type { CourtFile } from '#ui/staff/kit/catalogue-types.ts'
import { addCourt, floorGroups, floorsOf, joinCourts, moveCourt, removeCourt, retireCourt, splitCourt } from './edit-courts.ts'

const court = (code: string, on?: string[]): CourtFile => ({ code, name: { tw: `場地 ${code}`, en: `Court ${code}` }, ...(on && { on }) })
const codes = (courts: readonly CourtFile[]) => courts.map(({ code }) => code)
const taken = (courts: readonly CourtFile[]) => new Set(codes(courts))
const arena = [court('A', ['A1', 'A2']), court('A1'), court('A2')]

describe('floors', () => {
  it('are a court’s own, or those of the courts that it stands on, also over several steps', () => {
    expect(floorsOf(arena, 'A')).toEqual(['A1', 'A2'])
    expect(floorsOf(arena, 'A2')).toEqual(['A2'])
    expect(floorsOf([court('W', ['A', 'B']), ...arena, court('B')], 'W')).toEqual(['A1', 'A2', 'B'])
  })

  it('end where courts stand on each other in a circle, instead of never', () => {
    expect(floorsOf([court('X', ['Y']), court('Y', ['X'])], 'X')).toEqual([])
  })

  it('are drawn together where a court joins them', () => {
    const groups = floorGroups([
      ...arena,
      court('B'),
      court('C1'),
      court('C2'),
      court('C3'),
      court('C', ['C1', 'C2', 'C3']),
      court('CC', ['C2', 'C3']),
    ])
    expect(groups.map(({ floors }) => codes(floors))).toEqual([['A1', 'A2'], ['B'], ['C1', 'C2', 'C3']])
    expect(groups.map(({ over }) => over.map(({ court: { code } }) => code))).toEqual([['A'], [], ['C', 'CC']])
  })

  it('of a retired court are drawn only while another court stands on them', () => {
    expect(floorGroups(retireCourt([court('B1'), court('B2')], 'B1', true)).map(({ floors }) => codes(floors))).toEqual([['B2']])
    expect(floorGroups(retireCourt(arena, 'A1', true)).map(({ floors }) => codes(floors))).toEqual([['A1', 'A2']])
    expect(floorGroups(retireCourt(arena, 'A', true)).map(({ floors }) => codes(floors))).toEqual([['A1'], ['A2']])
  })
})

describe('splitting', () => {
  it.each([2, 3] as const)('into %i gives the parts the floor, and the court stands on all of them', (into) => {
    const split = splitCourt([court('H'), court('K')], new Set(['H', 'K']), 'H', into)
    const parts = codes(split).slice(1, 1 + into)
    expect(split[0]).toMatchObject({ code: 'H', on: parts })
    expect(floorsOf(split, 'H')).toEqual(parts)
    expect(codes(split).at(-1)).toBe('K')
    expect(split[1]!.name.tw).toBe(into === 2 ? '場地 H 半場 1' : '場地 H 三分之一場 1')
  })

  it('takes codes that no other court of the centre has', () => {
    expect(codes(splitCourt([court('H')], new Set(['H', 'H-1', 'H-3']), 'H', 2))).toEqual(['H', 'H-2', 'H-4'])
  })

  it('leaves a court alone that already stands on others', () => {
    expect(splitCourt(arena, taken(arena), 'A', 2)).toEqual(arena)
  })
})

describe('joining', () => {
  it('adds a full court over the chosen ones, before them', () => {
    const joined = joinCourts([court('A1'), court('A2')], new Set(['A1', 'A2']), ['A1', 'A2'], { tw: '全場', en: 'Full court' })
    expect(codes(joined)).toEqual(['A-F1', 'A1', 'A2'])
    expect(floorsOf(joined, 'A-F1')).toEqual(['A1', 'A2'])
  })

  it('does nothing with fewer than two', () => {
    expect(joinCourts([court('A1')], new Set(['A1']), ['A1'], { tw: '', en: '' })).toEqual([court('A1')])
  })
})

describe('courts', () => {
  it('are added with the next code and number', () => {
    const next = addCourt([court('B1'), court('B2')], new Set(['B1', 'B2', 'B3']), { code: 'BAD', name: { tw: '羽球館', en: 'Hall' } })
    expect(next.at(-1)).toEqual({ code: 'B4', name: { tw: '場地 B3', en: 'Court B3' } })
    expect(addCourt([], new Set(), { code: 'BAD', name: { tw: '羽球館', en: 'Hall' } })[0]).toEqual({
      code: 'BAD-1',
      name: { tw: '羽球館 1', en: 'Hall 1' },
    })
  })

  it('of a facility without an English name have none either, also when they are added or split', () => {
    const [first] = addCourt([], new Set(), { code: 'BAD', name: { tw: '羽球館', en: '' } })
    const both = addCourt([first!], new Set(['BAD-1']), { code: 'BAD', name: { tw: '羽球館', en: '' } })
    expect(both.map(({ name }) => name)).toEqual([1, 2].map((n) => ({ tw: `羽球館 ${n}`, en: '' })))
    expect(splitCourt([first!], new Set(['BAD-1']), 'BAD-1', 2)[1]!.name).toEqual({ tw: '羽球館 1 半場 1', en: '' })
  })

  it('move up and down, and no further than the ends', () => {
    expect(codes(moveCourt(arena, 'A2', -1))).toEqual(['A', 'A2', 'A1'])
    expect(codes(moveCourt(arena, 'A', -1))).toEqual(['A', 'A1', 'A2'])
    expect(codes(moveCourt(arena, 'A2', 1))).toEqual(['A', 'A1', 'A2'])
  })

  it('that are removed leave the floors of others without them', () => {
    expect(removeCourt(arena, 'A1')[0]!.on).toEqual(['A2'])
    expect(removeCourt(removeCourt(arena, 'A1'), 'A2')).toEqual([court('A')])
  })

  it('are retired and brought back', () => {
    expect(retireCourt(arena, 'A1', true)[1]).toEqual({ ...court('A1'), retired: true })
    expect(retireCourt(retireCourt(arena, 'A1', true), 'A1', false)).toEqual(arena)
  })
})
