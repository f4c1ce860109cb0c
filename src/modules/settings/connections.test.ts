import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpStandIn, type HttpStandIn } from '#testing/http-stand-in.ts'
import { startSmtpStandIn, type SmtpStandIn } from '#testing/smtp-stand-in.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { maskedUrl } from './connection-rules.ts'
import { arrivalPath } from './rules.ts'

let service: TestService
let admin: TestMember
let smtp: SmtpStandIn
let texts: HttpStandIn
beforeAll(async () => {
  smtp = await startSmtpStandIn()
  texts = await startHttpStandIn(({ path }) => ({
    status: 200,
    body: path.includes('SmQuery') ? 'AccountPoint=500' : '[1]\r\nmsgid=1\r\nstatuscode=1\r\n',
  }))
  const settings = {
    smtpUrl: smtp.url.replace('smtp://', 'smtp://mailuser:mailsecret@'),
    mailFrom: 'City Sports <no-reply@sports.tw>',
    sms: { provider: 'mitake' as const, url: texts.url, username: 'textuser', password: 'textsecret' },
  }
  service = await openTestService({ demo: false, settings })
  admin = await service.newMember({ role: 'admin' })
})
afterAll(async () => {
  await service.close()
  await Promise.all([smtp.close(), texts.close()])
})

const test = (body: object, as = admin, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/Staff/Connection/Test', { as, body, headers })

describe('connections', () => {
  it('are listed with what is set, and no secret', async () => {
    const { body, text } = await service.call('GET', '/api/Staff/Connection/List', { as: admin })
    expect(body.items.map((item: { what: string; isSet: boolean; canSend: boolean }) => [item.what, item.isSet, item.canSend])).toEqual([
      ['storage', true, false],
      ['mail', true, true],
      ['texts', true, true],
      ['payment', false, false],
      ['invoices', false, false],
    ])
    expect(body.items[1]).toMatchObject({ title: '郵件', recipient: admin.email })
    for (const secret of ['mailsecret', 'textsecret', 'mailuser', 'textuser']) expect(text).not.toContain(secret)
    expect(text).toContain('ma•••@127.0.0.1')
  })

  it('are tried without sending anything', async () => {
    expect((await test({ what: 'mail' })).body).toMatchObject({ state: 'ok', findings: [{ code: 'mail_ready', advice: null }] })
    expect((await test({ what: 'texts' })).body).toMatchObject({ state: 'ok', findings: [{ code: 'texts_credit' }] })
    expect((await test({ what: 'storage' })).body).toMatchObject({ state: 'ok', findings: [{ code: 'storage_works' }] })
    expect((await test({ what: 'payment' })).body).toMatchObject({ state: 'warning', findings: [{ code: 'payment_not_set' }] })
    expect(await test({ what: 'weather' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(smtp.letters).toEqual([])
    expect(texts.calls.filter(({ path }) => path.includes('SmSend'))).toEqual([])
  })

  it('send a message to the admin’s own address or mobile, when asked to', async () => {
    expect((await test({ what: 'mail', send: true })).body.findings.at(-1).code).toBe('mail_sent')
    expect(smtp.recipients).toEqual([admin.email])
    expect((await test({ what: 'texts', send: true })).body.findings.at(-1).code).toBe('texts_sent')
    const sent = texts.calls.filter(({ path }) => path.includes('SmSend'))
    expect(sent.map(({ form }) => form.get('dstaddr'))).toEqual([admin.mobile])
  })

  it('send a text to the mobile that an admin without one names', async () => {
    const other = await service.newMember({ role: 'admin' })
    await service.db.updateTable('members').set({ mobile: '' }).where('id', '=', other.id).execute()
    expect((await test({ what: 'texts', send: true }, other)).body).toMatchObject({ code: 'mobile_missing', errors: [{ path: 'mobile' }] })
    expect((await test({ what: 'texts', send: true, mobile: '0912000111' }, other)).body.findings.at(-1).code).toBe('texts_sent')
    expect(texts.calls.at(-1)!.form.get('dstaddr')).toBe('0912000111')
  })

  it('say what is wrong and what to set, in the caller’s language, and send nothing then', async () => {
    smtp.script = { AUTH: '535 no' }
    const letters = smtp.letters.length
    const { body } = await test({ what: 'mail', send: true }, admin, { 'accept-language': 'en' })
    expect(body).toMatchObject({ state: 'wrong', findings: [{ code: 'login_refused', words: expect.stringContaining('password') }] })
    expect(body.findings[0].advice).toContain('SMTP_URL')
    expect((await test({ what: 'mail' })).body.findings[0].words).toMatch(/密碼/)
    expect(smtp.letters).toHaveLength(letters)
    smtp.script = {}
  })

  it('are written to the audit log when they are tried', async () => {
    const rows = await service.db.selectFrom('audit_log').selectAll().where('action', '=', 'connection.tested').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('send at most ten messages an hour for one person, and count texts of the centre', async () => {
    const other = await service.newMember({ role: 'admin' })
    for (let sent = 0; sent < 10; sent++) expect((await test({ what: 'texts', send: true }, other)).status).toBe(200)
    const refused = await test({ what: 'texts', send: true }, other)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect((await test({ what: 'texts' }, other)).status, 'looking is still allowed').toBe(200)
    const { count } = await service.db.selectFrom('rate_limits').select('count').where('key', '=', 'texts').executeTakeFirstOrThrow()
    expect(count).toBeGreaterThanOrEqual(10)
  })

  it('have addresses whose password is never shown', () => {
    expect(maskedUrl('smtps://someone%40x.tw:p%40ss@mail.x.tw:465?a=b')).toBe('smtps://so•••@mail.x.tw:465')
    expect(maskedUrl('not an address')).toBe('•••')
  })
})

describe('how a request arrives', () => {
  const arrival = (path: string, signature: string) =>
    service.call('GET', `${path}&signature=${encodeURIComponent(signature)}`, {
      headers: { 'x-forwarded-for': '192.0.2.77, 198.51.100.4' },
    })

  it('is told to the doctor, who signs the question', async () => {
    const path = arrivalPath(service.clock.now())
    expect((await arrival(path, service.tokens.signPath(path))).body).toEqual({
      address: '198.51.100.4',
      forwardedFor: ['192.0.2.77', '198.51.100.4'],
      trustProxy: 1,
    })
  })

  it('is told to nobody else, and a signature is good for a minute', async () => {
    const path = arrivalPath(service.clock.now())
    expect((await arrival(path, 'forged')).status).toBe(404)
    const old = arrivalPath(new Date(service.clock.now().getTime() - 61_000))
    expect((await arrival(old, service.tokens.signPath(old))).status).toBe(404)
  })
})
