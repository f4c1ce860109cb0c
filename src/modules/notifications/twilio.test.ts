import { afterEach, expect, it } from 'vitest'
import { deadPort, startHttpStandIn, type HttpAnswer, type HttpStandIn } from '#testing/http-stand-in.ts'
import { internationalNumber, twilioCarrier } from './twilio.ts'

const message = {
  id: '5e0e9c1a-3a60-4a86-9d7a-0f3a1c1d2e3f',
  recipient: '0912345678',
  subject: null,
  body: '驗證碼 123456',
  attachments: [],
  locale: 'tw' as const,
}
const account = { provider: 'twilio', accountSid: 'AC1', authToken: 'token', from: '+15005550006' } as const

let provider: HttpStandIn | undefined
afterEach(async () => {
  await provider?.close()
  provider = undefined
})

async function carry(answer: HttpAnswer, from: string = account.from) {
  provider = await startHttpStandIn(() => answer)
  return twilioCarrier({ ...account, from, url: provider.url }, { timeoutMs: 400 }).carry(message)
}
const created = { status: 201, body: '{"sid":"SM1","status":"queued"}' }

it('posts to Messages with basic authorization', async () => {
  expect(await carry(created)).toEqual({ ok: true, value: { reference: 'SM1' } })
  const [call] = provider!.calls
  expect([call!.method, call!.path]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
  expect(call!.headers.authorization).toBe(`Basic ${Buffer.from('AC1:token').toString('base64')}`)
  expect(Object.fromEntries(call!.form)).toEqual({ To: '+886912345678', From: '+15005550006', Body: '驗證碼 123456' })
})

it('sends through a messaging service when the setting names one', async () => {
  await carry(created, 'MG9')
  expect(provider!.calls[0]!.form.get('MessagingServiceSid')).toBe('MG9')
  expect(provider!.calls[0]!.form.has('From')).toBe(false)
})

it('converts Taiwanese mobiles to the international format and leaves others as they are', () => {
  expect(['0912345678', '+886912345678', '+819012345678', '0223456789'].map(internationalNumber)).toEqual([
    '+886912345678',
    '+886912345678',
    '+819012345678',
    '0223456789',
  ])
})

it.each([
  [{ status: 400, body: '{"code":21211}' }, 'permanent'],
  [{ status: 401, body: '{"code":20003}' }, 'temporary'],
  [{ status: 429, body: '' }, 'temporary'],
  [{ status: 503, body: 'busy' }, 'temporary'],
  [{ status: 500, body: '<html>' }, 'unsure'],
  ['hang-up', 'unsure'],
  ['silence', 'unsure'],
] satisfies [HttpAnswer, string][])('takes %j for %s', async (answer, code) => {
  expect(await carry(answer)).toMatchObject({ ok: false, refusal: { code } })
})

it('reports a refused connection as surely not sent', async () => {
  const carrier = twilioCarrier({ ...account, url: `http://127.0.0.1:${await deadPort()}` })
  expect(await carrier.carry(message)).toEqual({ ok: false, refusal: { code: 'temporary', reason: 'ECONNREFUSED' } })
})
