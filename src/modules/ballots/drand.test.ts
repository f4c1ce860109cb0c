import { afterEach, describe, expect, it } from 'vitest'
import { drandSource, knownRounds } from '#testing/ballots.ts'
import { deadPort, startHttpStandIn, type HttpAnswer, type HttpStandIn } from '#testing/http-stand-in.ts'
import { fetchRound, quicknetSource, roundAfter, timeOfRound } from './drand.ts'
import { quicknet, quicknetRandomness } from './verify-ballot.mjs'

const [first, second] = knownRounds
const relays: HttpStandIn[] = []
const said = (beacon: unknown): HttpAnswer => ({ status: 200, body: JSON.stringify(beacon) })

async function relay(answer: (path: string) => HttpAnswer): Promise<string> {
  const standIn = await startHttpStandIn(({ path }) => answer(path))
  relays.push(standIn)
  return standIn.url
}

afterEach(async () => {
  await Promise.all(relays.splice(0).map((one) => one.close()))
})

describe('a number of quicknet', () => {
  it.each([
    ...knownRounds,
    { round: 1001, signature: 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41' },
    { round: 1002, signature: 'ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e' },
  ])('is verified by the pinned key: round $round', ({ round, signature, ...known }) => {
    const randomness = quicknetRandomness(round, signature)
    expect(randomness).toMatch(/^[0-9a-f]{64}$/)
    expect({ randomness }).toMatchObject(known)
  })

  it('is refused with another round, any other bit, or the signature of another round', () => {
    expect(quicknetRandomness(1001, first.signature)).toBeUndefined()
    expect(quicknetRandomness(first.round, second.signature)).toBeUndefined()
    for (const at of [0, 7, 8, 100, 200, 383]) {
      const bytes = Buffer.from(first.signature, 'hex')
      bytes[at >> 3]! ^= 1 << (at & 7)
      expect(quicknetRandomness(first.round, bytes.toString('hex'))).toBeUndefined()
    }
    expect(quicknetRandomness(first.round, '')).toBeUndefined()
    expect(quicknetRandomness(first.round, first.signature.toUpperCase())).toBeUndefined()
    expect(quicknetRandomness(first.round, `c0${'00'.repeat(47)}`)).toBeUndefined()
  })

  it('has its time: three seconds each since the first', () => {
    expect(timeOfRound(1).toISOString()).toBe('2023-08-23T15:09:27.000Z')
    expect(timeOfRound(1000).getTime()).toBe(1_692_806_364_000)
    expect(roundAfter(timeOfRound(1000))).toBe(1000)
    expect(roundAfter(new Date(timeOfRound(1000).getTime() + 1))).toBe(1001)
    // As another client of drand computes it.
    expect(roundAfter(new Date('2026-04-20T00:00:00Z'))).toBe(27_946_612)
  })
})

describe('relays', () => {
  it('are believed only by the signature: the one that tells the truth is enough', async () => {
    const lying = await relay(() => said({ ...first, signature: second.signature }))
    const other = await relay(() => said(second))
    const broken = await relay(() => ({ status: 200, body: '<html>' }))
    const away = `http://127.0.0.1:${await deadPort()}`
    const silent = await relay(() => 'silence')
    const good = await relay((path) => (path === `/${quicknet.chain}/public/1000` ? said(first) : { status: 404, body: '' }))
    expect(await fetchRound([lying, other, broken, away, silent, good], 1000)).toEqual({ source: 'drand', ...first })
    // What a relay says of the number is not read.
    const boasting = await relay(() => said({ ...first, randomness: 'ff'.repeat(32) }))
    expect(await fetchRound([boasting], 1000)).toMatchObject({ randomness: first.randomness })
  })

  it('give nothing when none can prove it, and say why', async () => {
    const lying = await relay(() => said({ ...first, signature: second.signature }))
    const endless = await relay(() => ({ status: 200, body: ' '.repeat(100_000) }))
    const early = await relay(() => ({ status: 425, body: '' }))
    const faults = await fetchRound([lying, endless, early], 1000)
    expect(faults).toHaveLength(3)
    expect(faults).toEqual(
      expect.arrayContaining([
        { relay: lying, reason: expect.stringContaining('signature') },
        { relay: endless, reason: 'answered too much' },
        { relay: early, reason: 'answered 425' },
      ]),
    )
  })
})

describe('a ballot’s source', () => {
  const hours = (n: number, after: Date) => new Date(after.getTime() + n * 3_600_000)
  const manifest = { randomness: drandSource }

  it('promises a round that nobody knows yet, and one for each day after it', () => {
    const notBefore = new Date('2027-01-02T04:00:00.500Z')
    const { randomness, drawAt } = quicknetSource([], () => {}).promise(notBefore)
    expect(randomness).toMatchObject({ source: 'drand', ...quicknet })
    expect(drawAt.getTime()).toBeGreaterThanOrEqual(notBefore.getTime())
    expect(drawAt.getTime() - notBefore.getTime()).toBeLessThan(3000)
    expect(timeOfRound(randomness.rounds[0]!)).toEqual(drawAt)
    expect(randomness.rounds.map((round) => (timeOfRound(round).getTime() - drawAt.getTime()) / 3_600_000)).toEqual([0, 24, 48, 72])
  })

  it('takes the first named round, and the next one only after 24 hours of silence', async () => {
    let isFirstKnown = true
    const asked: number[] = []
    const known = await relay((path) => {
      const beacon = knownRounds.find(({ round }) => path.endsWith(`/${round}`))!
      asked.push(beacon.round)
      return beacon === first && !isFirstKnown ? { status: 404, body: '' } : said(beacon)
    })
    const faults: number[] = []
    const { reveal } = quicknetSource([known], (round) => faults.push(round))
    expect(await reveal(manifest, null, hours(-1, timeOfRound(first.round)))).toBeUndefined()
    expect(asked).toEqual([])
    expect(await reveal(manifest, null, timeOfRound(first.round))).toEqual({ source: 'drand', ...first })
    isFirstKnown = false
    // Round 657413 is some weeks after round 1000, so that only the silence decides.
    expect(await reveal(manifest, null, hours(23, timeOfRound(first.round)))).toBeUndefined()
    expect(asked).toEqual([1000, 1000])
    expect(await reveal(manifest, null, hours(25, timeOfRound(first.round)))).toBeUndefined()
    expect(await reveal(manifest, null, hours(1, timeOfRound(second.round)))).toEqual({ source: 'drand', ...second })
    expect(faults).toEqual([1000, 1000, 1000])
    isFirstKnown = true
    expect(await reveal(manifest, null, hours(1, timeOfRound(second.round)))).toEqual({ source: 'drand', ...first })
  })
})
