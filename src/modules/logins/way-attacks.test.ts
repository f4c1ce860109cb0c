import { createHmac, createPublicKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newApiBrowser } from '#testing/api-browser.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { openWayService, publicUrl, wayCalls, type Answered, type Asked, type WayService } from '#testing/way-service.ts'

let ways: WayService
beforeAll(async () => {
  ways = await openWayService()
})
afterAll(() => ways?.close())
afterEach(() => ways.mend())

const refused = (code: string) => ({ pathname: '/login', search: { error: code }, isSigned: true })

/** An ID token like this one, with other claims, signed in some way. */
type Forging = { claims?: object; header?: object; signed(said: string): string }
const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function forge(idToken: string, { claims = {}, header, signed }: Forging): string {
  const first = JSON.parse(Buffer.from(idToken.split('.')[0]!, 'base64url').toString())
  const said = `${coded(header ?? first)}.${coded({ ...decodeJwt(idToken), ...claims })}`
  return `${said}.${signed(said)}`
}
const byHmac = (key: string | Buffer) => (said: string) => createHmac('sha256', key).update(said).digest('base64url')
/** The issuer's answer with another ID token. */
const withToken = (change: (idToken: string) => string) => (asked: Asked, answer: Answered) => {
  if (!asked.url.endsWith('/token') || answer.status !== 200) return answer
  const said = JSON.parse(answer.text)
  return { ...answer, text: JSON.stringify({ ...said, id_token: change(said.id_token) }) }
}

describe('an attack is refused:', () => {
  const publicKeyOfWorld = async () => {
    const { keys } = (await (await fetch(`${ways.issuers.world.url}/jwks`)).json()) as { keys: (JsonWebKey & { kid: string })[] }
    return createPublicKey({ key: keys.find(({ kid }) => kid === 'rsa')!, format: 'jwk' })
  }

  it('an ID token that is not signed as the issuer signs', async () => {
    const pem = (await publicKeyOfWorld()).export({ type: 'spki', format: 'pem' }).toString()
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const forgeries: [string, Forging][] = [
      ['none', { header: { alg: 'none' }, signed: () => '' }],
      ['HS256 with the public key for a secret', { header: { alg: 'HS256', kid: 'rsa' }, signed: byHmac(pem) }],
      ['HS256 with the client secret', { header: { alg: 'HS256' }, signed: byHmac(ways.issuers.settings['LOGIN_GOOGLE_CLIENT_SECRET']!) }],
      ['another key', { signed: (said) => sign('sha256', Buffer.from(said), stranger).toString('base64url') }],
      [
        'a key in the header',
        {
          header: { alg: 'RS256', jwk: createPublicKey(stranger).export({ format: 'jwk' }) },
          signed: (said) => sign('sha256', Buffer.from(said), stranger).toString('base64url'),
        },
      ],
      ['other claims', { claims: { sub: 'somebody-else' }, signed: () => 'AAAA' }],
    ]
    for (const [what, forging] of forgeries) {
      ways.tamper(withToken((idToken) => forge(idToken, forging)))
      expect(await ways.enter(newApiBrowser(ways.service), 'google', 'forged'), what).toEqual(refused('way_refused'))
    }
    ways.tamper(undefined)
    expect((await ways.enter(newApiBrowser(ways.service), 'google', 'forged')).pathname, 'so the refusals mean something').toBe('/register')
  })

  it('an ID token of LINE without its secret, or for another time, client, issuer or nonce', async () => {
    const right = byHmac(ways.issuers.settings['LOGIN_LINE_CHANNEL_SECRET']!)
    const now = Math.floor(ways.service.clock.now().getTime() / 1000)
    const forgeries: [string, Forging][] = [
      ['another secret', { signed: byHmac('another secret of the same length') }],
      ['none', { header: { alg: 'none' }, signed: () => '' }],
      ['too old', { claims: { iat: now - 7200, exp: now - 3600 }, signed: right }],
      ['for another client', { claims: { aud: 'google-client' }, signed: right }],
      ['for several', { claims: { aud: ['line-client', 'another'], azp: 'another' }, signed: right }],
      ['of another issuer', { claims: { iss: ways.issuers.city.url }, signed: right }],
      ['with another nonce', { claims: { nonce: 'of somebody else' }, signed: right }],
      ['without a nonce', { claims: { nonce: undefined }, signed: right }],
      ['without a subject', { claims: { sub: undefined }, signed: right }],
      ['with a subject that no issuer gives', { claims: { sub: 'x'.repeat(256) }, signed: right }],
    ]
    for (const [what, forging] of forgeries) {
      ways.tamper(withToken((idToken) => forge(idToken, forging)))
      expect(await ways.enter(newApiBrowser(ways.service), 'line', 'forged'), what).toEqual(refused('way_refused'))
    }
    ways.tamper(withToken((idToken) => forge(idToken, { signed: right })))
    expect((await ways.enter(newApiBrowser(ways.service), 'line', 'forged')).pathname, 'so the refusals mean something').toBe('/register')
  })

  it('issuers that are mixed up', async () => {
    const browser = newApiBrowser(ways.service)
    const { address } = await ways.issuers.world.enter(await browser.follow(ways.startAt('google')), 'mixed')
    const changed = (change: (params: URLSearchParams) => void) => {
      const url = new URL(address)
      change(url.searchParams)
      return url.href
    }
    expect(new URL(address).searchParams.get('iss')).toBe(ways.issuers.world.url)
    expect(ways.pageOf(await browser.follow(address.replace('/google/', '/city/'))), 'at another issuer’s address').toEqual(
      refused('way_over'),
    )
    expect(
      ways.pageOf(await browser.follow(changed((params) => params.set('iss', ways.issuers.city.url)))),
      'another names itself',
    ).toEqual(refused('way_refused'))
    const again = await ways.issuers.world.enter(await browser.follow(ways.startAt('google')), 'mixed')
    const unnamed = new URL(again.address)
    unnamed.searchParams.delete('iss')
    expect(ways.pageOf(await browser.follow(unnamed.href)), 'nobody names themselves').toEqual(refused('way_refused'))
  })

  it('a code of another login, a code or a state that was used, and a login that somebody else began', async () => {
    const [victim, attacker] = [newApiBrowser(ways.service), newApiBrowser(ways.service)]
    const theirs = await ways.issuers.world.enter(await attacker.follow(ways.startAt('google')), 'attacker')
    expect(ways.pageOf(await victim.follow(theirs.address)), 'begun in another browser').toEqual(refused('way_over'))
    expect(victim.jar.has('sports_v2_jwt')).toBe(false)
    const mine = await ways.issuers.world.enter(await victim.follow(ways.startAt('google')), 'victim')
    const injected = new URL(mine.address)
    injected.searchParams.set('code', new URL(theirs.address).searchParams.get('code')!)
    expect(ways.pageOf(await victim.follow(injected.href)), 'a code of another login').toEqual(refused('way_refused'))
    const cookie = `sports_v2_way=${attacker.jar.get('sports_v2_way')}`
    const { pathname, search } = new URL(theirs.address)
    const once = async () =>
      ways.pageOf((await ways.service.call('GET', pathname + search, { headers: { cookie } })).headers.get('location')!)
    expect((await once()).pathname).toBe('/register')
    expect(await once(), 'again, by a program that keeps its cookie').toEqual(refused('way_refused'))
    const posted = await ways.issuers.world.enter(await attacker.follow(ways.startAt('apple')), 'attacker')
    expect(ways.pageOf(await ways.comeBack(victim, posted)), 'a form that somebody else’s page posts').toEqual(refused('way_over'))
  })

  it('linking an account of another, or into another’s session', async () => {
    const { member: first } = await ways.link('google', 'only-one')
    const second = await ways.service.newMember()
    const browser = newApiBrowser(ways.service)
    const { body } = await browser.call('POST', `${wayCalls}/google/Link`, { as: second })
    expect(ways.pageOf(await ways.comeBack(browser, await ways.issuers.world.enter(body.address, 'only-one'))).search).toEqual({
      way: 'subject_taken',
    })
    const attacker = await browser.call('POST', `${wayCalls}/google/Link`, { as: second })
    const back = await ways.issuers.world.enter(attacker.body.address, 'of-the-attacker')
    const victim = newApiBrowser(ways.service)
    victim.jar.set('sports_v2_jwt', first.token)
    expect(ways.pageOf(await ways.comeBack(victim, back)), 'in the victim’s browser').toEqual(refused('way_over'))
    expect(await ways.service.db.selectFrom('login_subjects').select('subject').where('subject', '=', 'of-the-attacker').execute()).toEqual(
      [],
    )
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/login?redirect=//evil.example'])(
    'a way out of the site: %s',
    async (wanted) => {
      const login = `out-${Buffer.from(wanted).toString('hex').slice(0, 20)}`
      await ways.link('line', login)
      const page = await ways.enter(
        newApiBrowser(ways.service),
        'line',
        login,
        `?${new URLSearchParams({ redirect: wanted, prefix: '/evil.' })}`,
      )
      expect(page).toEqual({ pathname: '/member', search: {}, isSigned: true })
    },
  )

  it('a name of the issuer that is a script, a page long, or a number', async () => {
    ways.people['odd'] = { name: `<b>\u0000\u202eodd\n${'x'.repeat(500)}`, email: 'no address' }
    const browser = newApiBrowser(ways.service)
    await ways.enter(browser, 'line', 'odd')
    const { name, email } = (await browser.call('GET', `${wayCalls}/Vouched`)).body
    expect([name.length, email]).toEqual([60, ''])
    expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('asking the issuer by the thousand', async () => {
    const [browser, from] = [newApiBrowser(ways.service), '198.51.100.9']
    const at = (path: string, more: Record<string, string> = {}) =>
      ways.service.call('GET', path, { from, headers: { cookie: more['cookie'] ?? '' } })
    const started = await at(ways.startAt('line'))
    const state = new URL(started.headers.get('location')!).searchParams.get('state')!
    const cookie = started.headers.getSetCookie()[0]!.split(';')[0]!
    const before = ways.issuers.world.asked()
    const ends = await Promise.all(
      Array.from({ length: 130 }, () =>
        at(`${wayCalls}/line/Return?${new URLSearchParams({ state, code: 'x', iss: ways.issuers.world.url })}`, { cookie }),
      ),
    )
    const codes = ends.map(({ headers }) => new URL(headers.get('location')!, publicUrl).searchParams.get('error'))
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(10)
    expect(ways.issuers.world.asked() - before).toBeLessThanOrEqual(121)
    expect(ways.pageOf(await browser.follow(ways.startAt('line'))).pathname, 'others go on').toBe('/auth')
  })
})

describe('a login that nobody pressed for', () => {
  it('is not begun by another site: the browser is led to the login page', async () => {
    const browser = newApiBrowser(ways.service)
    const begin = (site?: string) =>
      ways.service.call('GET', ways.startAt('line', '?redirect=/venues/1&prefix=en'), { headers: site ? { 'sec-fetch-site': site } : {} })
    for (const site of ['cross-site', 'same-site']) {
      const { headers } = await begin(site)
      expect(ways.pageOf(headers.get('location')!)).toEqual({
        pathname: '/en/login',
        search: { error: 'not_from_here', redirect: '/venues/1' },
        isSigned: true,
      })
      expect(headers.getSetCookie()).toEqual([])
    }
    for (const site of [undefined, 'same-origin', 'none']) expect((await begin(site)).headers.get('location')).toContain('/auth?')
    expect(browser.jar.size).toBe(0)
  })

  it('ends the session that the browser has had until then', async () => {
    await ways.link('line', 'first-of-two')
    const { member: second } = await ways.link('line', 'second-of-two')
    const browser = newApiBrowser(ways.service)
    await ways.enter(browser, 'line', 'first-of-two')
    const before = new Map(browser.jar)
    const cookie = [...before].map(([name, value]) => `${name}=${value}`).join('; ')
    const stillOpen = async () =>
      (await ways.service.call('GET', '/api/AccountMember', { as: { token: before.get('sports_v2_jwt')! }, headers: { cookie } })).status
    expect(await stillOpen()).toBe(200)
    await ways.enter(browser, 'line', 'second-of-two')
    expect((await browser.whoIs()).id).toBe(second.id)
    expect(await stillOpen()).toBe(401)
  })
})

describe('a stranger who registers with the address of another, by an issuer', () => {
  const own = '/api/AccountMember'
  const newSecret = 'seven quiet herons'
  let next = 0

  /** Registered by LINE; the mail is at the owner's address. */
  async function register() {
    const [n, { service }] = [++next, ways]
    const [login, email, mobile] = [`stranger-${n}`, `owner-${n}@example.com`, `091155500${n}`]
    const browser = newApiBrowser(service)
    await ways.enter(browser, 'line', login)
    const upload = new FormData()
    upload.set('upload', new File([samplePdf(login)], 'consent.pdf', { type: 'application/pdf' }))
    const { id: privacyFileId } = (await service.call('POST', '/api/File', { body: upload })).body
    await service.call('POST', `${own}/SendSms`, { body: { mobile } })
    const smsCode = /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0]
    const form = { email, name: '陳大文', mobile, smsCode, memberIdentityId: 1, privacyFileId, locale: 'tw', byWay: true }
    expect((await browser.call('POST', own, { body: form })).status).toBe(201)
    service.clock.advance(1000)
    const token = new URL(/https?:\S+/.exec((await service.inbox(email))[0]!.body)![0]).searchParams.get('token')
    return { browser, login, email, confirm: (by = newApiBrowser(service)) => by.call('POST', `${own}/ValidateEmail`, { body: { token } }) }
  }
  const used = new Set<string>()
  const resetByMail = async (email: string) => {
    await ways.service.call('POST', `${own}/ForgetPKey`, { body: { email } })
    const unused = async () =>
      (await ways.service.inbox(email)).map(({ body }) => /\/resetPKey\/(\S+)/.exec(body)?.[1]).find((one) => one && !used.has(one))
    await expect.poll(unused).toBeDefined()
    const token = (await unused())!
    used.add(token)
    expect(await ways.service.call('POST', `${own}/ResetPKey`, { body: { token, secret: newSecret } })).toMatchObject({
      status: 204,
      body: {},
    })
  }

  it('is not let in when the owner confirms the address', async () => {
    const { login, email, confirm } = await register()
    const { body } = await confirm()
    expect(body).toEqual({ email, isWithoutLogin: true })
    expect((await ways.enter(newApiBrowser(ways.service), 'line', login)).pathname).toBe('/register')
    await resetByMail(email)
    expect((await ways.service.call('POST', `${own}/Login`, { body: { emailOrAccount: email, secret: newSecret } })).status).toBe(200)
  })

  it('or has the owner confirm it in the stranger’s browser and later sets a secret by mail', async () => {
    const { login, browser, email, confirm } = await register()
    expect((await confirm(browser)).body.session.user.email).toBe(email)
    expect(
      (await ways.enter(newApiBrowser(ways.service), 'line', login)).pathname,
      'who confirms where they registered keeps the way',
    ).toBe('/member')
    await resetByMail(email)
    expect((await ways.enter(newApiBrowser(ways.service), 'line', login)).pathname, 'and a new secret leaves it').toBe('/member')
    await ways.service.db
      .updateTable('login_subjects')
      .set({ linked_at: new Date(0) })
      .where('subject', '=', login)
      .execute()
    await resetByMail(email)
    expect(
      (await ways.enter(newApiBrowser(ways.service), 'line', login)).pathname,
      'what is older than the proof of the address goes',
    ).toBe('/register')
  })
})

it('what was refused is told in the log by a code, without tokens and without who it was', () => {
  const lines = ways.logged.filter((line) => line.includes('another issuer failed'))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.join()).toMatch(/invalid_grant/)
  expect(ways.logged.join()).not.toMatch(/eyJ[\w-]+\.eyJ|of-the-attacker|only-one/)
})
