import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layOutMail } from '#modules/notifications/mail-layout.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { changeCentreByFile } from './change-centre.ts'
import { presentLetterhead } from './present.ts'
import { readFace } from './store.ts'

const top = join(import.meta.dirname, '../../..')

describe('the demo’s name', () => {
  const files = globSync(['src/**/*.{ts,tsx,json,css,sql}', 'public/**/*'], { cwd: top }).filter(
    (path) => !/\.test\.tsx?$|^src\/(testing|i18n\/generated)\//.test(path) && /\.\w+$/.test(path),
  )
  it('is in no message, no code and no public file', () => {
    expect(files.length).toBeGreaterThan(800)
    expect(files.filter((path) => /青禾|qinghe/i.test(readFileSync(join(top, path), 'utf8')))).toEqual([])
  })
})

describe('a centre with another name', () => {
  let service: TestService
  let member: TestMember
  let staff: TestMember
  beforeAll(async () => {
    service = await openTestService()
    await smallCentre(service.db)
    const face = {
      name: { tw: '海線國民運動中心', en: 'Seaside Sports Centre' },
      shortName: { tw: '海線', en: 'Seaside' },
      phone: '04-2345-6789',
      colour: '#123c7c',
    }
    await service.db.transaction().execute((trx) => changeCentreByFile(trx, face, { id: null }, service.clock.now()))
    member = await service.newMember()
    staff = await service.newMember({ role: 'admin' })
  })
  afterAll(() => service.close())

  const english = { 'accept-language': 'en' }

  it('is on pages, by the settings', async () => {
    expect((await service.call('GET', '/api/SystemSetting')).body.centre.name).toBe('海線國民運動中心')
    expect((await service.call('GET', '/api/SystemSetting', { headers: english })).body.centre.name).toBe('Seaside Sports Centre')
  })

  it('is at the head and foot of mails, with its colour', async () => {
    const head = presentLetterhead(await readFace(service.db), 'tw', 'https://x.example')
    const { text, html } = layOutMail({ subject: 's', body: 'https://x.example/a', locale: 'tw' }, head)
    expect(text).toContain('-- \n海線國民運動中心\n04-2345-6789')
    expect(html).toContain('海線國民運動中心')
    expect(html).toContain('#123c7c')
  })

  it('is in text messages, by its short name', async () => {
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile: '0912345678' } })
    expect((await service.inbox('0912345678'))[0]!.body).toContain('【海線】')
  })

  it('is in the calendar feed', async () => {
    const made = await service.call('POST', '/api/Calendar/Feed', { as: member, body: {} })
    const { pathname } = new URL(made.body.url, 'http://localhost')
    expect((await service.call('GET', pathname)).text).toContain('海線國民運動中心')
  })

  it('is on the payment page of the gateway and in the calendar file of an order, in the member’s language', async () => {
    const orderNo = await placed(service, member, [at(1, 17, 9)])
    const start = (headers = {}) => service.call('POST', '/api/Payment/Start', { as: member, body: { orderNo }, headers })
    expect((await start()).body.fields).toMatchObject({ TradeDesc: '海線國民運動中心' })
    expect((await start(english)).body.fields).toMatchObject({ TradeDesc: 'Seaside Sports Centre' })
    await paid(service.db, orderNo, service.clock.now())
    const file = async (headers = {}) => (await service.call('GET', `/api/Order/Calendar/${orderNo}`, { as: member, headers })).text
    expect(await file()).toContain('海線國民運動中心')
    expect(await file(english)).toContain('Seaside Sports Centre')
  })

  it('is what passkeys and authenticator apps call the site', async () => {
    const passkey = await service.call('POST', '/api/AccountMember/Passkey/Options', { as: member })
    expect(passkey.body.rp).toEqual({ id: 'localhost', name: '海線國民運動中心' })
    const desk = await service.newMember({ role: 'desk', isProvenTwice: false })
    const { body } = await service.call('POST', '/api/AccountMember/Authenticator/Setup', { as: desk })
    const address = new URL(body.address)
    expect(address.searchParams.get('issuer')).toBe('海線')
    expect(decodeURIComponent(address.pathname)).toBe(`/海線:${desk.account}`)
  })

  it('is in the RSS feed, in both languages', async () => {
    expect((await service.call('GET', '/api/News/Rss?lang=tw')).text).toContain('海線國民運動中心')
    expect((await service.call('GET', '/api/News/Rss?lang=en')).text).toContain('Seaside Sports Centre')
  })

  it('is on the sign of a court, in both languages', async () => {
    const courtId = (await service.db.selectFrom('courts').select('id').limit(1).executeTakeFirstOrThrow()).id
    const { text } = await service.call('GET', `/api/Staff/Court/${courtId}/Sign`, { as: staff })
    expect(text).toContain('海線國民運動中心　Seaside Sports Centre')
  })

  it('is in the manifest', async () => {
    expect(JSON.parse((await service.call('GET', '/api/Centre/Manifest?lang=en')).text)).toMatchObject({
      name: 'Seaside Sports Centre',
      short_name: 'Seaside',
      theme_color: '#123c7c',
    })
  })

  it('colours the share picture', async () => {
    const draw = async () => Buffer.from(await (await service.app.request('/api/Share/Picture/default')).arrayBuffer())
    const before = await draw()
    await service.db.updateTable('centre').set({ colour: '#8a1c4a' }).execute()
    expect((await draw()).equals(before)).toBe(false)
    await service.db.updateTable('centre').set({ colour: '#123c7c' }).execute()
  })
})
