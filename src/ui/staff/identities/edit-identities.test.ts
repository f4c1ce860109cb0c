import { expect, it } from 'vitest'
import { changeIdentity, isNewIdentity, moveIdentity, newIdentity } from './edit-identities.ts'

const one = (code: string) => ({ ...newIdentity([]), code })
const codes = (list: { code: string }[]) => list.map(({ code }) => code).join(' ')
const saved = [one('PUB'), one('STU')]

it('adds an identity under a free code', () => {
  expect(newIdentity([...saved, one('ID1')]).code).toBe('ID2')
})

it('moves within the list, and not beyond its ends', () => {
  expect(codes(moveIdentity(saved, 0, 1))).toBe('STU PUB')
  expect(codes(moveIdentity(saved, 0, -1))).toBe('PUB STU')
  expect(codes(moveIdentity(saved, 1, 1))).toBe('PUB STU')
})

it('removes an entry that is changed to nothing', () => {
  expect(codes(changeIdentity(saved, 1, undefined))).toBe('PUB')
  expect(codes(changeIdentity(saved, 1, one('ALU')))).toBe('PUB ALU')
})

it('takes an entry for new while its code is that of a saved one', () => {
  const items = [...saved, one('STU')]
  expect([0, 1, 2].map((at) => isNewIdentity(saved, items, at))).toEqual([false, false, true])
})
