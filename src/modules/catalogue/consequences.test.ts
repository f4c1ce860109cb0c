import { describe, expect, it } from 'vitest'
import { consequencesOf, rangesOf, type Holders } from './consequences.ts'
import type { WholeFile } from './file.ts'
import { consequenceText } from './texts.ts'

const identity = (code: string, more: object = {}) => ({
  code,
  name: { tw: code, en: code },
  needsProof: false,
  proofMonths: null,
  forCommunity: false,
  ...more,
})
const size = (code: string, price: number) => ({ code, name: { tw: code, en: code }, deposit: 500, terms: [{ months: 1, price }] })
const wall = (name: string, columns: number, rows: number, of = 'standard') => ({ wall: name, size: of, columns, rows })
const lockers = (walls: WholeFile['lockers']['walls'], price = 150) => ({ sizes: [size('standard', price), size('large', 200)], walls })
const file = (more: Partial<WholeFile>) => ({ identities: [], facilities: [], lockers: lockers([]), ...more }) as unknown as WholeFile
const nobody: Holders = { holders: new Map(), rented: new Set(), everRented: new Set() }
const said = (before: Partial<WholeFile>, after: Partial<WholeFile>, holders: Partial<Holders> = {}) =>
  consequencesOf(file(before), file(after), { ...nobody, ...holders }).map(
    ({ code, params }) => `${code} ${params.count} ${params.numbers ?? params.en}`,
  )

describe('what follows from a change', () => {
  it('names the members of an identity that is retired, or needs proof from now on; not of one that nobody has', () => {
    const before = { identities: [identity('PUB'), identity('STU'), identity('ALU')] }
    const after = { identities: [identity('PUB'), identity('STU', { retired: true }), identity('ALU', { needsProof: true })] }
    const holders = new Map([
      ['STU', 12],
      ['ALU', 3],
    ])
    expect(said(before, after, { holders })).toEqual(['identity_retired 12 STU', 'identity_needs_proof 3 ALU'])
    expect(said(before, after)).toEqual([])
    expect(said(after, after, { holders }), 'nothing changes').toEqual([])
  })

  it('warns of an identity that pays more than the public by a new or changed price list, also on one court only', () => {
    const hall = (prices: object, more: object = {}) => ({
      code: 'H',
      name: { tw: '羽球館', en: 'Hall' },
      courts: [{ code: 'H-1' }, { code: 'H-2' }],
      priceLists: [{ from: '2026-11-01', prices: { PUB: [300, 500], ...prices }, ...more }],
    })
    const centre = (prices: object, more: object = {}) =>
      ({ identities: [identity('PUB'), identity('STU')], facilities: [hall(prices, more)] }) as unknown as Partial<WholeFile>
    const above = (before: Partial<WholeFile>, after: Partial<WholeFile>) =>
      consequencesOf(file(before), file(after), nobody).map((one) => consequenceText(one, 'en'))
    const right = centre({ STU: [150, 250] })
    const wrong = centre({ STU: [150, 2500] })
    expect(above(right, wrong)).toEqual([expect.stringMatching(/Hall › STU.*2026-11-01.*2,500.*500/)])
    expect(above({}, wrong), 'a new facility').toHaveLength(1)
    expect(above(right, centre({ STU: [150, 250] }, { courts: { 'H-2': { PUB: [100, 200] } } })), 'one court').toHaveLength(1)
    expect(above(wrong, wrong), 'it was so before').toEqual([])
    expect(above(wrong, centre({ STU: [100, 2500] })), 'another price of the list has changed').toEqual([])
    expect(above(wrong, centre({ STU: [150, 2600] })), 'its own has changed').toHaveLength(1)
    expect(above(right, centre({ STU: [150, 250], PUB: [100, 500] })), 'the public pays less than it').toHaveLength(1)
    expect(above({}, right)).toEqual([])
    expect(above({}, centre({})), 'no price of its own').toEqual([])
  })

  it('tells lockers that are new, that nobody ever rented, and that were rented once', () => {
    expect(
      said({ lockers: lockers([wall('A', 2, 2)]) }, { lockers: lockers([wall('B', 1, 2)]) }, { everRented: new Set(['A02']) }),
    ).toEqual(['lockers_added 2 B01–B02', 'lockers_removed 3 A01, A03–A04', 'lockers_retired 1 A02'])
  })

  it('tells rented lockers that stand elsewhere, become another size, or cost something else when they are renewed', () => {
    const before = { lockers: lockers([wall('A', 2, 2)]) }
    const rented = { rented: new Set(['A01', 'A03']), everRented: new Set(['A01', 'A03']) }
    expect(said(before, { lockers: lockers([wall('A', 4, 1)]) }, rented)).toEqual(['lockers_moved 1 A03'])
    expect(said(before, { lockers: lockers([wall('A', 2, 2, 'large')]) }, rented)).toEqual(['lockers_resized 2 A01, A03'])
    expect(said(before, { lockers: lockers([wall('A', 2, 2)], 180) }, rented)).toEqual(['lockers_repriced 2 A01, A03'])
    expect(said(before, { lockers: lockers([wall('A', 2, 2)], 180) }), 'nobody rents one').toEqual([])
  })

  it('writes numbers as ranges, and not more than a line of them', () => {
    expect(rangesOf(['A01', 'A02', 'A99', 'A100', 'B01'])).toBe('A01–A02, A99–A100, B01')
    expect(rangesOf(Array.from({ length: 20 }, (_, n) => `A${String(n * 2 + 10)}`))).toMatch(/^(A\d\d, ){7}A24 …$/)
  })
})
