import { describe, expect, it } from 'vitest'
import { Tokens } from './tokens.ts'

const [old, current, foreign] = [
  'the secret of last year, long enough',
  'the secret of this year, long enough',
  'somebody else’s secret, long enough',
]
const now = new Date('2026-11-15T10:00:00+08:00')
const later = new Date('2026-11-16T10:00:00+08:00')
const id = '3f2b8c1e-5d6a-4e7f-8a9b-0c1d2e3f4a5b'

describe('after a rotation of the signing secret', () => {
  const before = new Tokens(old)
  const after = new Tokens(current, old)
  const forgotten = new Tokens(current)
  const stranger = new Tokens(foreign)

  it('a token that was signed before is still accepted, and one with an unknown key is not', async () => {
    const claims = { sessionId: id, memberId: '1', binding: undefined }
    const token = await before.signSession(claims, now, later)
    expect(await after.readSession(token, now)).toEqual(claims)
    expect(await after.readSession(token, later), 'expired').toBeUndefined()
    expect(await forgotten.readSession(token, now), 'the old secret was dropped').toBeUndefined()
    expect(await after.readSession(await stranger.signSession(claims, now, later), now)).toBeUndefined()
  })

  it('a link that was mailed before still works, and expires as planned', async () => {
    const link = await before.signLink(id, 'reset-secret', now, later)
    expect(await after.readLink(link, now)).toEqual({ id, purpose: 'reset-secret' })
    expect(await after.readLink(link, new Date(later.getTime() + 1000))).toBe('expired')
    expect(await forgotten.readLink(link, now)).toBeUndefined()
    expect(await after.readLink(await stranger.signLink(id, 'reset-secret', now, later), now)).toBeUndefined()
  })

  it('a ticket and a payment reference are still verified', () => {
    expect(after.readTicket(before.signTicket(id))).toBe(id)
    expect(after.readReference(before.signReference('F261115K7M3XQ'))).toBe('F261115K7M3XQ')
    expect(forgotten.readTicket(before.signTicket(id))).toBeUndefined()
    expect(forgotten.readReference(before.signReference('F261115K7M3XQ'))).toBeUndefined()
    expect(after.readTicket(stranger.signTicket(id))).toBeUndefined()
    expect(after.readReference(stranger.signReference('F261115K7M3XQ'))).toBeUndefined()
  })

  it('new signatures are made with the new secret', async () => {
    const token = await after.signSession({ sessionId: id, memberId: '1', binding: undefined }, now, later)
    expect(await before.readSession(token, now)).toBeUndefined()
    expect(await forgotten.readSession(token, now)).toBeDefined()
  })
})
