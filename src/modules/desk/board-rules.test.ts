import { expect, it } from 'vitest'
import { floorStateOf } from './board-rules.ts'

const booking = { paid: false, payAtDesk: false, checkedIn: false, missed: false }

it.each([
  ['paid', 'booking', { paid: true }],
  ['in', 'booking', { paid: true, checkedIn: true }],
  ['missed', 'booking', { paid: true, missed: true }],
  ['unpaid', 'booking', {}],
  ['arrival', 'booking', { payAtDesk: true }],
  ['held', 'booking', null],
  ['held', 'offer', null],
  ['club', 'club', null],
  ['closure', 'closure', null],
] as const)('floor is shown as %s: a %s with %o', (state, kind, more) => {
  expect(floorStateOf({ kind, booking: more && { ...booking, ...more } })).toBe(state)
})
