import { describe, expect, it } from 'vitest'
import { hallPieces, planColumns, shortNames } from './hall-floors.ts'

const court = (id: number, ...shared: number[]) => ({ id, name: `${id}`, sharesWith: shared.map((other) => ({ id: other })) })
const drawn = (...courts: ReturnType<typeof court>[]) =>
  hallPieces(courts).map(({ floors, over }) => ({
    floors: floors.map(({ id }) => id),
    over: over.map((one) => [one.court.id, one.takes]),
  }))

describe('the pieces of a hall', () => {
  it('are single courts where none excludes another', () => {
    expect(drawn(court(1), court(2))).toEqual([
      { floors: [1], over: [] },
      { floors: [2], over: [] },
    ])
    expect(drawn()).toEqual([])
  })

  it('have a full court over its halves, in whichever order the list names them', () => {
    const halls = [
      { floors: [2, 3], over: [[1, [0, 1]]] },
      { floors: [5, 6], over: [[4, [0, 1]]] },
    ]
    expect(drawn(court(1, 2, 3), court(2, 1), court(3, 1), court(4, 5, 6), court(5, 4), court(6, 4))).toEqual(halls)
    expect(drawn(court(2, 1), court(5, 4), court(4, 5, 6), court(3, 1), court(6, 4), court(1, 2, 3))).toEqual(halls)
  })

  it('have the widest on top, and each over the floors that it takes', () => {
    const all = court(9, 1, 2, 3, 4, 7, 8)
    const left = court(7, 1, 2, 9)
    const right = court(8, 3, 4, 9)
    expect(drawn(left, all, court(1, 7, 9), court(2, 7, 9), court(3, 8, 9), court(4, 8, 9), right)).toEqual([
      {
        floors: [1, 2, 3, 4],
        over: [
          [9, [0, 1, 2, 3]],
          [7, [0, 1]],
          [8, [2, 3]],
        ],
      },
    ])
  })

  it('show each of two courts on one floor', () => {
    expect(drawn(court(1, 2), court(2, 1))).toEqual([{ floors: [1], over: [[2, [0]]] }])
  })
})

it('says of a court what tells it from the others', () => {
  expect(shortNames(['羽球場 1', '羽球場 2', '羽球場 10'])).toEqual(['1', '2', '10'])
  expect(shortNames(['Badminton Court 1', 'Badminton Court 2'])).toEqual(['1', '2'])
  expect(shortNames(['籃球全場 A', '籃球半場 A1'])).toEqual(['全場 A', '半場 A1'])
  expect(shortNames(['柔道室', '跆拳道室'])).toEqual(['柔道室', '跆拳道室'])
  expect(shortNames(['大會議室'])).toEqual(['大會議室'])
  expect(shortNames(['場', '場 2'])).toEqual(['場', '場 2'])
  expect(shortNames([])).toEqual([])
})

it('fills the rows of a plan', () => {
  const single = (count: number) => Array.from({ length: count }, () => ({ floors: [0] }))
  const columns = (count: number, most: number) => planColumns(single(count), most)
  expect([1, 4, 5, 6, 7, 8, 10, 20].map((count) => columns(count, 5))).toEqual([1, 4, 5, 3, 4, 4, 5, 5])
  expect([1, 2, 4, 6, 8].map((count) => columns(count, 3))).toEqual([1, 2, 2, 3, 2])
  expect(planColumns([], 5)).toBe(1)
  // Two halves beside each other stay beside each other.
  expect(planColumns([{ floors: [0, 0] }, { floors: [0, 0] }, { floors: [0, 0] }], 3)).toBe(2)
  expect(planColumns([{ floors: [0, 0, 0, 0] }, { floors: [0] }], 3)).toBe(3)
})
