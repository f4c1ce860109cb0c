import { describe, expect, it } from 'vitest'
import { limits } from '#modules/catalogue/file-wire.ts'
import {
  countBySize,
  goneFrom,
  isDrawable,
  lettersOf,
  lockersFrom,
  mostColumns,
  mostRows,
  newSize,
  newTerm,
  newWall,
  thingsOf,
  type Wall,
} from './edit-lockers.ts'

const wall = (name: string, columns: number, rows: number, size = 'standard'): Wall => ({ wall: name, size, columns, rows })
const standard = newSize([])

describe('lockers as they are edited', () => {
  it('are one list and come back as they were', () => {
    const lockers = { sizes: [standard], walls: [wall('A', 5, 4)] }
    expect(lockersFrom(thingsOf(lockers))).toEqual(lockers)
  })

  it('keep to the bounds of the catalogue file', () => {
    expect([mostColumns, mostRows]).toEqual([limits.columns, limits.rows])
    expect(isDrawable(wall('A', 41, 1))).toBe(false)
    expect(isDrawable(wall('A', null as never, 4))).toBe(false)
  })

  it('that a smaller or missing wall takes away are named; a wall whose numbers are being typed keeps its own', () => {
    expect(goneFrom([wall('A', 2, 2)], [wall('A', 2, 1)])).toEqual(['A03', 'A04'])
    expect(goneFrom([wall('A', 1, 1), wall('B', 1, 1)], [wall('A', 1, 1)])).toEqual(['B01'])
    expect(goneFrom([wall('A', 2, 2)], [wall('A', null as never, 2)])).toEqual([])
  })

  it('are counted by size, all of them or those that are rented', () => {
    const walls = [wall('A', 2, 2), wall('B', 3, 1, 'large')]
    expect([...countBySize(walls)]).toEqual([
      ['standard', 4],
      ['large', 3],
    ])
    expect([...countBySize(walls, new Set(['B02']))]).toEqual([['large', 1]])
  })

  it('have a letter for each size, no letter twice', () => {
    expect([...lettersOf([{ code: 'standard' }, { code: 'small' }, { code: 's' }]).values()]).toEqual(['S', 'M', 'A'])
  })

  it('get the next wall, size and term that are free', () => {
    expect(newWall([wall('A', 1, 1), wall('C', 1, 1)], [standard])).toMatchObject({ wall: 'B', size: 'size-1' })
    expect(newSize([standard]).code).toBe('size-2')
    expect(newTerm({ terms: [{ months: 1, price: 150 }] })).toEqual({ months: 3, price: 450 })
    expect(newTerm({ terms: Array.from({ length: 12 }, (_, n) => ({ months: n + 1, price: 1 })) })).toBeUndefined()
  })
})
