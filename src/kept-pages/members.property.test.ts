import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeptSite, shapeOf, type KeptAnswer } from '#testing/kept-site.ts'
import { tokenCookie } from '#modules/logins/rules.ts'
import type { SeenMember } from '#modules/logins/read-session.ts'

let site: Awaited<ReturnType<typeof openKeptSite>>
beforeAll(async () => {
  site = await openKeptSite()
})
afterAll(() => site.close())
beforeEach(() => site.reset())

/** A member whose texts are as given. */
const person = (id: string, more: Partial<SeenMember['member']> = {}, identityId = 1): SeenMember => ({
  member: {
    id,
    email: `${id}@example.com`,
    account: id,
    name: id,
    communityName: '',
    personId: id,
    clubRole: null,
    barredCalls: [],
    clubs: [],
    mobile: '',
    isMobileProven: true,
    hasSecret: true,
    locale: 'tw',
    roles: [],
    isProvenTwice: false,
    owesSecondStep: false,
    isExemptByDemo: false,
    emergencyName: '',
    emergencyPhone: '',
    identity: { id: 1, code: 'general', name: '', forCommunity: false, state: 'none-needed', reason: null, proof: null, validUntil: null },
    community: null,
    ...more,
  },
  identityId,
})

const as = (token: string, more = '') => ({ cookie: `${tokenCookie}=${token}${more}` })

/** The member that the browser would read out of the page, by running its scripts up to the first that ends. */
function viewerIn({ text }: KeptAnswer): unknown {
  const script = /<script nonce="[^"]+">(window\.viewer=.*?)<\/script>/s.exec(text)
  if (!script) return undefined
  const window: { viewer?: string } = {}
  runInNewContext(script[1]!, { window })
  return JSON.parse(window.viewer!)
}

describe('a page of members', () => {
  it('is rendered once for a class, without a session, and has the data of the member who asks', async () => {
    site.members.set('amy', person('amy')).set('ben', person('ben'))
    const answers = [await site.get('/order', as('amy')), await site.get('/order', as('ben')), await site.get('/order', as('amy'))]
    expect(site.asked).toHaveLength(1)
    for (const answer of answers) expect(answer.text).toContain('>/order fieldhouse_locale=tw direct member 1</script>')
    expect(answers.map(viewerIn)).toEqual(['amy', 'ben', 'amy'].map((token) => site.members.get(token)!.member))
    expect(shapeOf(answers[2]!)).toEqual(shapeOf(answers[0]!))
    expect(answers[2]!.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: expect.stringContaining('cookie') })
    expect(answers[2]!.headers['set-cookie']).toBeUndefined()
  })

  it('is one page for each kind, identity, language and way of coming, apart from that of visitors', async () => {
    site.members
      .set('amy', person('amy'))
      .set('senior', person('senior', {}, 3))
      .set('club', person('club', { communityName: '青禾羽球社' }, 5))
    const ways: [Record<string, string>, string][] = [
      [{}, 'tw direct'],
      [as('amy'), 'tw direct member 1'],
      [as('senior'), 'tw direct member 3'],
      [as('club'), 'tw direct community 5'],
      [as('amy', '; fieldhouse_locale=en'), 'en direct member 1'],
      [{ ...as('amy'), 'sec-fetch-site': 'same-origin' }, 'tw in-app member 1'],
    ]
    for (let round = 0; round < 2; round++)
      for (const [headers, said] of ways)
        expect((await site.get('/venues', headers)).text).toContain(`>/venues fieldhouse_locale=${said}</script>`)
    expect(site.asked).toHaveLength(ways.length)
  })

  it('is not answered once the session has ended, nor to staff, nor for a token that is none', async () => {
    site.members.set('amy', person('amy')).set('staff', person('staff', { roles: ['desk'] }))
    await site.get('/venues', as('amy'))
    site.members.delete('amy')
    for (const token of ['amy', 'staff', 'nobody', '%00', '']) {
      const { text } = await site.get('/venues', as(token))
      // Rendered for this request alone, with its own cookies: the renderer decides what becomes of the session.
      expect(text).toContain(`>/venues ${tokenCookie}=${token} direct</script>`)
      expect(text).not.toContain('amy@example.com')
    }
  })

  it('is rendered for one member alone when the page shows anything of a person', async () => {
    site.showsName = true
    site.members.set('amy', person('amy'))
    for (let round = 0; round < 2; round++)
      expect((await site.get('/venues', as('amy'))).text).toContain(`>/venues ${tokenCookie}=amy direct</script>`)
  })

  it('is rendered for one member alone when nobody can say who asks', async () => {
    site.members.set('amy', {
      ...person('amy'),
      get member(): never {
        throw new Error('the database is away')
      },
    })
    expect((await site.get('/venues', as('amy'))).text).toContain(`>/venues ${tokenCookie}=amy direct</script>`)
  })

  it('never has the data of another, whoever asks together, whatever they are called, and when sessions end meanwhile', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '</script><script>',
        '<!--',
        '"; alert(1)//',
        '\\',
        "'",
        '\u2028\u2029',
        '\ud800',
        '$&$1',
        '${x}',
        '羽球\n社',
        'x'.repeat(70_000),
      ),
    )
    const someone = fc.record({ name, club: fc.boolean(), identityId: fc.integer({ min: 1, max: 2 }) })
    const visit = fc.record({
      who: fc.nat({ max: 3 }),
      path: fc.constantFrom('/', '/venues', '/venues/1', '/order'),
      plain: fc.boolean(),
      ends: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(someone, { minLength: 4, maxLength: 4 }),
        fc.array(visit, { minLength: 1, maxLength: 24 }),
        async (people, visits) => {
          site.time += 10_000
          site.members.clear()
          for (const [n, one] of people.entries())
            site.members.set(
              `t${n}`,
              person(`member-${n}`, { name: one.name, communityName: one.club ? `club ${one.name}` : '' }, one.identityId),
            )
          const all = new Map(site.members)
          const answers = await Promise.all(
            visits.map(async ({ who, path, plain, ends }) => {
              if (ends) site.members.delete(`t${who}`)
              const answer = await site.get(path, { ...as(`t${who}`), ...(plain && { 'accept-encoding': 'identity' }) })
              return { who, answer }
            }),
          )
          for (const { who, answer } of answers) {
            const { member, identityId } = all.get(`t${who}`)!
            const seen = viewerIn(answer)
            // A page that is not shared is rendered with the cookies of the request.
            if (seen === undefined) expect(answer.text).toContain(`${tokenCookie}=t${who} `)
            else {
              expect(seen).toEqual(JSON.parse(JSON.stringify(member)))
              expect(answer.text).toContain(` ${member.communityName ? 'community' : 'member'} ${identityId}</script>`)
            }
            for (const [token, other] of all) if (token !== `t${who}`) expect(answer.text).not.toContain(other.member.id)
          }
        },
      ),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 20) },
    )
  })
})
