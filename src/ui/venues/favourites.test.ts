import { expect, it } from 'vitest'
import { favouritesFirst } from './favourites.ts'

const facilities = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]
const order = (favourites: number[] | undefined) => favouritesFirst(facilities, favourites, ({ id }) => id).map(({ id }) => id)

it('favourites stand first, in the order of the centre, and the others keep theirs', () => {
  expect(order(undefined)).toEqual([1, 2, 3, 4])
  expect(order([])).toEqual([1, 2, 3, 4])
  expect(order([4, 2])).toEqual([2, 4, 1, 3])
  expect(order([9])).toEqual([1, 2, 3, 4])
})
