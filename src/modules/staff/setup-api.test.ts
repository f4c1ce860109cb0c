import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openSetup } from './open-setup.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ demo: false })
})
afterAll(() => service.close())

const newKey = async () => new URL((await openSetup(service.db, 'http://localhost:3000', service.clock.now()))!).searchParams.get('key')!
const person = { email: 'first@example.com', name: '王大明', secret: 'quiet otters row upstream', locale: 'tw' }
const isOpen = async () => (await service.call('GET', '/api/SystemSetting')).body.isOpen as boolean
const state = async (as: TestMember) => (await service.call('GET', '/api/Staff/Setup', { as })).body
const open = (as: TestMember) => service.call('POST', '/api/Staff/Setup/Open', { as, body: { siteAccess: 'open' } })

describe('the setup link', () => {
  it('makes the first admin once and logs them in; a form that is refused does not use it up', async () => {
    const key = await newKey()
    expect((await service.call('POST', '/api/Setup/Read', { body: { key } })).status).toBe(200)
    const common = await service.call('POST', '/api/Setup/Admin', { body: { ...person, key, secret: 'passwordpassword' } })
    expect(common.body).toMatchObject({ status: 422, errors: [{ path: 'secret' }] })
    const made = await service.call('POST', '/api/Setup/Admin', { body: { ...person, key } })
    expect(made.status).toBe(201)
    expect(made.body.user).toMatchObject({ email: person.email, roles: ['admin'] })
    const cookie = made.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const staff = await service.call('GET', '/api/Staff/Setup', { as: made.body, headers: { cookie } })
    expect([staff.status, staff.body.code], 'the second factor comes first').toEqual([403, 'second_factor_required'])
    const again = await service.call('POST', '/api/Setup/Admin', { body: { ...person, key, email: 'second@example.com' } })
    expect([again.status, again.body.code]).toEqual([410, 'invitation_used'])
    expect((await service.call('POST', '/api/Setup/Read', { body: { key } })).body.code).toBe('invitation_used')
  })

  it('is unknown when it was never made', async () => {
    expect((await service.call('POST', '/api/Setup/Read', { body: { key: 'x'.repeat(32) } })).body.code).toBe('invitation_unknown')
    expect((await service.call('POST', '/api/Setup/Read', { body: { key: '../' } })).status).toBe(404)
  })
})

describe('a centre that is being set up', () => {
  it('says what is done and what is missing from the data, and opens when it has a name and something to book', async () => {
    const admin = await service.newMember({ role: 'admin' })
    expect(await isOpen()).toBe(false)
    expect(await state(admin)).toMatchObject({ next: 'centre', isOpen: false, facilities: 0, siteAccess: 'open' })
    const refused = await open(admin)
    expect([refused.status, refused.body.missing]).toEqual([409, ['name', 'facilities']])

    const { version } = (await service.call('GET', '/api/Staff/Centre', { as: admin })).body
    const named = { version, name: { tw: '大安運動中心', en: 'Daan Sports Centre' }, phone: '02-2700-0000' }
    expect((await service.call('PUT', '/api/Staff/Centre', { as: admin, body: named })).status).toBe(200)
    expect(await state(admin)).toMatchObject({ next: 'catalogue', done: { centre: true, catalogue: false, rules: false } })
    // Rules that are saved as the defaults have them count as looked at, and change nothing.
    const { rules } = (await service.call('GET', '/api/Staff/Catalogue', { as: admin })).body.file
    const saved = await service.call('POST', '/api/Staff/Catalogue/Change', {
      as: admin,
      body: { changes: { rules: { booking: rules.booking } } },
    })
    expect([saved.status, saved.body.changes]).toEqual([200, []])
    expect(await state(admin)).toMatchObject({ next: 'catalogue', done: { rules: true } })
    expect((await service.call('GET', '/api/Staff/Catalogue', { as: admin })).body.file.rules).toEqual(rules)

    await smallCentre(service.db)
    const ready = await state(admin)
    expect(ready).toMatchObject({ next: 'connections', done: { catalogue: true } })
    expect(ready.missing.map(({ code }: { code: string }) => code)).toEqual(['mail', 'texts', 'payment'])

    expect(await isOpen()).toBe(false)
    expect((await open(admin)).status).toBe(204)
    expect(await isOpen()).toBe(true)
    expect(await state(admin)).toMatchObject({ isOpen: true, siteAccess: 'open' })
    const rows = await service.db.selectFrom('audit_log').select('action').where('action', '=', 'centre.opened').execute()
    expect(rows).toHaveLength(1)
  })
})

describe('how visitors come in, before staff have chosen', () => {
  it.each([
    [{ demo: false, siteAccess: 'wired' }, 'wired'],
    [{ demo: true }, 'wired'],
  ] as const)('with the settings %o the set-up proposes %s', async (settings, proposed) => {
    const other = await openTestService(settings)
    try {
      const admin = await other.newMember({ role: 'admin' })
      expect((await other.call('GET', '/api/Staff/Setup', { as: admin })).body.siteAccess).toBe(proposed)
      const served = (await other.call('GET', '/api/SystemSetting')).body.siteAccess
      expect(served, 'visitors get the setting, wired where there is none').toBe('siteAccess' in settings ? settings.siteAccess : 'wired')
    } finally {
      await other.close()
    }
  })
})
