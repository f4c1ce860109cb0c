import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#process/read-config.ts'
import { newApiBrowser } from '#testing/api-browser.ts'
import { openWayService, publicUrl, returnTo, wayCalls, type WayService } from '#testing/way-service.ts'
import { checkWays } from './ways.ts'

let ways: WayService
beforeAll(async () => {
  ways = await openWayService()
})
afterAll(() => ways?.close())
afterEach(() => ways.mend())

const refused = (code: string) => ({ pathname: '/login', search: { error: code }, isSigned: true })

describe('the settings', () => {
  const names = (given: Record<string, string>) => Object.keys(readConfig({ DEMO: '0', ...given }).logins)
  it('name LINE, Google, Apple and any other issuer, each whole', () => {
    expect(names(ways.issuers.settings)).toEqual(['line', 'google', 'apple', 'city'])
    expect(
      names({
        LOGIN_CITY_CARD_ISSUER: 'https://id.city.example',
        LOGIN_CITY_CARD_CLIENT_ID: 'x',
        LOGIN_CITY_CARD_CLIENT_SECRET: 'y',
        LOGIN_CITY_CARD_TITLE: '市民卡',
      }),
    ).toEqual(['city-card'])
    for (const name of Object.keys(ways.issuers.settings).filter(
      (one) => !/SCOPE|TITLE_EN|ALGORITHM|(LINE|GOOGLE|APPLE)_ISSUER$/.test(one) && one !== 'LOGIN_CITY_ISSUER',
    ))
      expect(() => readConfig({ ...ways.issuers.settings, [name]: undefined }), name).toThrow(`The setting ${name} is missing`)
  })

  it.each([
    [{ LOGIN_CITY_ISSUER: 'http://id.city.example' }, 'LOGIN_CITY_ISSUER cannot be used: must begin with https://'],
    [{ LOGIN_CITY_SCOPE: 'profile' }, 'LOGIN_CITY_SCOPE cannot be used: must contain openid'],
    [{ LOGIN_CITY_ALGORITHM: 'none' }, 'LOGIN_CITY_ALGORITHM cannot be used'],
    [{ LOGIN_APPLE_PRIVATE_KEY: 'AuthKey_KEY123.p8' }, 'LOGIN_APPLE_PRIVATE_KEY cannot be used: must be the whole .p8 file'],
  ])('are refused with a sentence: %j', (changed, sentence) => {
    expect(() => readConfig({ ...ways.issuers.settings, ...changed })).toThrow(sentence)
  })

  it('give each way a button with its sign', async () => {
    const { loginWays } = (await ways.service.call('GET', '/api/SystemSetting', { headers: { 'accept-language': 'en' } })).body
    expect(loginWays).toEqual([
      { name: 'line', title: 'LINE', sign: `${wayCalls}/line/Sign` },
      { name: 'google', title: 'Google', sign: `${wayCalls}/google/Sign` },
      { name: 'apple', title: 'Apple', sign: `${wayCalls}/apple/Sign` },
      { name: 'city', title: 'City Card', sign: null },
    ])
    const drawn = await ways.service.call('GET', loginWays[0].sign)
    expect(drawn.headers.get('content-type')).toBe('image/svg+xml')
    expect(drawn.text).toMatch(/^<svg [^>]*><symbol id="sign" viewBox="[\d -]+">.*#06c755.*<\/symbol><\/svg>$/)
    expect((await ways.service.call('GET', `${wayCalls}/city/Sign`)).status).toBe(404)
  })
})

describe('the doctor', () => {
  const find = async (changed: Record<string, string> = {}, at = publicUrl) =>
    (await checkWays({ ...readConfig({ ...ways.issuers.settings, ...changed }), publicUrl: at }, new Date())).map(
      ({ code, values }) => `${code} ${values['setting'] ?? values['address'] ?? values['algorithm'] ?? ''}`,
    )
  const ready = (way: string) => `login_way_ready ${returnTo(way)}`

  it('finds discovery, keys, secret and return address good, and logs nobody in', async () => {
    expect(await find()).toEqual(
      [ready('line'), ready('google'), expect.stringMatching(/^login_way_needs_https/), ready('city')].toSpliced(2, 0, ready('apple')),
    )
    expect(await ways.service.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  it('says what is wrong', async () => {
    const only = async (changed: Record<string, string>) =>
      (await find(changed)).filter((one) => !one.startsWith('login_way_ready') && !one.startsWith('login_way_needs'))
    expect(await only({ LOGIN_LINE_CHANNEL_SECRET: 'another' })).toEqual(['keys_refused LOGIN_LINE_CHANNEL_ID, LOGIN_LINE_CHANNEL_SECRET'])
    expect(await only({ LOGIN_APPLE_KEY_ID: 'another' })).toEqual([expect.stringMatching(/^keys_refused LOGIN_APPLE_SERVICES_ID/)])
    expect(await only({ LOGIN_CITY_ALGORITHM: 'PS256' })).toEqual(['login_way_no_key PS256'])
    expect(await only({ LOGIN_CITY_ISSUER: `${ways.issuers.city.url}/realms/x` })).toEqual(['http_status LOGIN_CITY_ISSUER'])
    expect(await only({ LOGIN_CITY_ISSUER: ways.issuers.city.url.replace('127.0.0.1', 'localhost') })).toEqual([
      'login_way_not_understood LOGIN_CITY_ISSUER',
    ])
    expect((await find({}, 'https://moved.example')).filter((one) => one.startsWith('login_way_address_refused'))).toHaveLength(4)
    ways.issuers.city.down(true)
    expect(await only({})).toEqual(['broken LOGIN_CITY_ISSUER'])
  })

  it('says by whom staff log in, checks that issuer like any other, and whether it is asked for groups', async () => {
    const last = async (changed: Record<string, string>) => (await find({ STAFF_ISSUER: 'city', ...changed })).at(-1)!.trim()
    expect(await last({})).toBe('login_staff_way')
    expect(await last({ STAFF_GROUPS: 'x=desk' })).toBe('login_staff_way')
    expect(await last({ STAFF_GROUPS: 'x=desk', LOGIN_CITY_SCOPE: 'openid profile email' })).toBe('login_staff_no_groups')
    expect(await find({ STAFF_ISSUER: 'city', LOGIN_CITY_CLIENT_SECRET: 'another' })).toContain(
      'keys_refused LOGIN_CITY_CLIENT_ID, LOGIN_CITY_CLIENT_SECRET',
    )
  })
})

describe.each(['line', 'google', 'apple', 'city'])('logging in with %s', (way) => {
  it('leads somebody new to the form, with what the issuer says and where they wanted to go', async () => {
    ways.people[`new-${way}`] = { name: '林小美', email: 'mei@issuer.example', email_verified: true }
    const browser = newApiBrowser(ways.service)
    const page = await ways.enter(browser, way, `new-${way}`, '?redirect=/venues/1?day=2026-12-01&prefix=en')
    expect(page).toEqual({ pathname: '/en/register', search: { redirect: '/venues/1?day=2026-12-01', way }, isSigned: true })
    const vouched = (await browser.call('GET', `${wayCalls}/Vouched`)).body
    // Apple says the name in a form, and only at the first login.
    expect(vouched).toMatchObject({ name: way === 'apple' ? '' : '林小美', email: 'mei@issuer.example' })
  })

  it('logs in who has linked it, and keeps nothing but issuer and subject', async () => {
    const { member, page: settings } = await ways.link(way, `known-${way}`)
    expect(settings).toMatchObject({ pathname: '/member/setting', search: { way: 'linked' } })
    const browser = newApiBrowser(ways.service)
    expect(await ways.enter(browser, way, `known-${way}`, '?redirect=/venues/1')).toMatchObject({ pathname: '/venues/1', isSigned: true })
    expect((await browser.whoIs()).id).toBe(member.id)
    const rows = await ways.service.db.selectFrom('login_subjects').selectAll().where('member_id', '=', member.id).execute()
    expect(rows).toMatchObject([{ issuer: ways.issuers.of(way).url, subject: `known-${way}`, way }])
    const counted = ways.service.db.selectFrom('logins_by_day').select('logins').where('means', '=', 'issuer').where('way', '=', way)
    expect(await counted.execute()).toEqual([{ logins: 1 }])
    const kept = JSON.stringify(rows) + ways.logged.join()
    for (const { id_token, access_token } of ways.tokens)
      for (const part of [id_token.split('.')[2]!, access_token]) expect(kept).not.toContain(part)
  })

  it('is cancelled by who does not want to, and says when the issuer is down', async () => {
    const browser = newApiBrowser(ways.service)
    const there = await browser.follow(ways.startAt(way))
    expect(ways.pageOf(await ways.comeBack(browser, await ways.issuers.of(way).decline(there)))).toEqual(refused('way_cancelled'))
    const back = await ways.issuers.of(way).enter(await browser.follow(ways.startAt(way)), 'down')
    ways.issuers.of(way).down(true)
    expect(ways.pageOf(await ways.comeBack(browser, back))).toEqual(refused('way_unreachable'))
    // The issuer's description of itself is read again after some minutes.
    ways.service.clock.advance(11 * 60_000)
    expect(ways.pageOf(await browser.follow(ways.startAt(way, '?redirect=/venues/1')))).toMatchObject({
      search: { error: 'way_unreachable', redirect: '/venues/1' },
    })
  })
})

describe('Apple', () => {
  it('says a name in the form of the first login only', async () => {
    const browser = newApiBrowser(ways.service)
    const back = await ways.issuers.world.enter(await browser.follow(ways.startAt('apple')), 'first')
    back.form!.set('user', JSON.stringify({ name: { firstName: '小美', lastName: '林' }, email: 'not@this.example' }))
    expect(ways.pageOf(await ways.comeBack(browser, back)).pathname).toBe('/register')
    expect((await browser.call('GET', `${wayCalls}/Vouched`)).body).toMatchObject({ name: '林小美', email: '' })
  })

  it('is not taken at its word by an address, nor is a form where none is expected', async () => {
    const browser = newApiBrowser(ways.service)
    const back = await ways.issuers.world.enter(await browser.follow(ways.startAt('apple')), 'by-address')
    expect(ways.pageOf(await browser.follow(`${back.address}?${back.form}`))).toEqual(refused('way_over'))
    expect(await browser.post(returnTo('google'), new URLSearchParams({ state: 'x', code: 'y' }))).toMatchObject({ status: 409 })
  })

  // A full stop is in no sealed text.
  it('leads on by a page that names nobody', async () => {
    const browser = newApiBrowser(ways.service)
    const back = await ways.issuers.world.enter(await browser.follow(ways.startAt('apple')), 'named')
    back.form!.set('user', JSON.stringify({ name: { firstName: 'Amy.Lin', lastName: '"><script>' } }))
    const page = await browser.post(back.address, back.form!)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.text).not.toMatch(/Amy\.Lin|<script|code=/)
    expect(page.headers.getSetCookie()).toEqual([])
  })
})
