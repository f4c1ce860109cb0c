import { describe, expect, it } from 'vitest'
import { addressOf, proofsSearch, subjectOf } from './proofs-search.ts'

const id = '11111111-2222-4333-8444-555555555555'

describe('the address of proofs and clubs', () => {
  it('keeps what the call takes and leaves the rest out', () => {
    const good = {
      state: 'approved',
      kind: 'club',
      person: id,
      day: '2026-11-16',
      q: '林',
      after: `17000.${id}`,
      open: `club.${id}.${id}`,
    } as const
    expect(proofsSearch(good)).toEqual(good)
    const bad = { state: 'x', kind: 'y', person: '7', day: '2026-13-01', q: ' ', after: 'x', open: 'proof.1' } as never
    expect(proofsSearch(bad)).toEqual({})
  })

  it('names an entry by kind and id, however long its key is', () => {
    expect(subjectOf(`club.${id}.${id}`)).toEqual({ kind: 'club', id })
    expect(addressOf({ open: `proof.${id}` })).toBe(`/staff/proofs?open=proof.${id}`)
    expect(addressOf({})).toBe('/staff/proofs')
  })
})
