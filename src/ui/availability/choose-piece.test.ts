import { expect, it } from 'vitest'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import type { togglePiece } from '#ui/orders/cart.ts'
import { choosePiece } from './choose-piece.ts'

const piece = (courtId: number): CartPiece => ({
  facilityId: 1,
  facility: '羽球館',
  courtId,
  court: `羽球場 ${courtId}`,
  start: '2026-11-20T11:00:00.000Z',
  end: '2026-11-20T12:00:00.000Z',
  price: 300,
  sharesWith: [],
})

/** A cart that cannot take `barred`. */
function cartOf(courts: number[], barred: number[] = []) {
  let pieces = courts.map(piece)
  const dropPiece = ({ courtId }: { courtId: number }) => void (pieces = pieces.filter((one) => one.courtId !== courtId))
  return {
    courts: () => pieces.map(({ courtId }) => courtId),
    dropPiece,
    togglePiece(one: CartPiece): ReturnType<typeof togglePiece> {
      if (isChosen(pieces, one)) return (dropPiece(one), 'given-up')
      if (barred.includes(one.courtId)) return 'full'
      pieces = [...pieces, one]
      return 'chosen'
    },
  }
}

it('takes another court instead of the one that was chosen', () => {
  const cart = cartOf([1])
  expect(choosePiece(piece(2), [piece(1)], cart)).toBe('chosen')
  expect(cart.courts()).toEqual([2])
})

it('takes one more where several are wanted', () => {
  const cart = cartOf([1])
  expect(choosePiece(piece(2), [], cart)).toBe('chosen')
  expect(cart.courts()).toEqual([1, 2])
})

it('gives up the one that is pressed again', () => {
  const cart = cartOf([1])
  expect(choosePiece(piece(1), [piece(1)], cart)).toBe('given-up')
  expect(cart.courts()).toEqual([])
})

it('keeps what was chosen when the other one cannot be', () => {
  const cart = cartOf([1], [2])
  expect(choosePiece(piece(2), [piece(1)], cart)).toBe('full')
  expect(cart.courts()).toEqual([1])
})
