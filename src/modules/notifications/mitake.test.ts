import { afterEach, expect, it } from 'vitest'
import { deadPort, startHttpStandIn, type HttpAnswer, type HttpStandIn } from '#testing/http-stand-in.ts'
import { mitakeCarrier } from './mitake.ts'

const message = {
  id: '5e0e9c1a-3a60-4a86-9d7a-0f3a1c1d2e3f',
  recipient: '0912345678',
  subject: null,
  body: '驗證碼 123456\n五分鐘內有效',
  attachments: [],
  locale: 'tw' as const,
}

let provider: HttpStandIn | undefined
afterEach(async () => {
  await provider?.close()
  provider = undefined
})

async function carry(answer: HttpAnswer) {
  provider = await startHttpStandIn(() => answer)
  return mitakeCarrier({ provider: 'mitake', url: provider.url, username: 'centre', password: 'se cret&' }, { timeoutMs: 400 }).carry(
    message,
  )
}
const statuscode = (code: string) => ({ status: 200, body: `[1]\r\nmsgid=#000000013\r\nstatuscode=${code}\r\nAccountPoint=126\r\n` })

it('posts a UTF-8 form, with the message id against duplicates', async () => {
  expect(await carry(statuscode('1'))).toEqual({ ok: true, value: { reference: '#000000013' } })
  const [call] = provider!.calls
  expect([call!.method, call!.path]).toEqual(['POST', '/api/mtk/SmSend?CharsetURL=UTF8'])
  expect(Object.fromEntries(call!.form)).toEqual({
    username: 'centre',
    password: 'se cret&',
    dstaddr: '0912345678',
    smbody: '驗證碼 123456\u0006五分鐘內有效',
    clientid: message.id,
  })
})

it('treats the answer to a duplicate like the first answer', async () => {
  expect(await carry({ status: 200, body: '[1]\r\nmsgid=7\r\nstatuscode=1\r\nAccountPoint=126\r\nDuplicate=Y\r\n' })).toMatchObject({
    ok: true,
  })
})

it.each(['v', 'u', '6'])('gives up at %s: the number or the text is at fault', async (code) => {
  expect(await carry(statuscode(code))).toMatchObject({ ok: false, refusal: { code: 'permanent' } })
})

it.each(['*', 'e', 'l', 'r', 's'])('tries again after %s: the account or the service is at fault', async (code) => {
  expect(await carry(statuscode(code))).toMatchObject({ ok: false, refusal: { code: 'temporary' } })
})

it.each([{ status: 500, body: '' }, { status: 200, body: '<html>' }, 'hang-up', 'silence'] satisfies HttpAnswer[])(
  'tries again after %j, since a known message id is not sent twice',
  async (answer) => {
    expect(await carry(answer)).toMatchObject({ ok: false, refusal: { code: 'temporary' } })
  },
)

it('tries again when nobody listens', async () => {
  const carrier = mitakeCarrier({ provider: 'mitake', url: `http://127.0.0.1:${await deadPort()}`, username: 'u', password: 'p' })
  expect(await carrier.carry(message)).toEqual({ ok: false, refusal: { code: 'temporary', reason: 'ECONNREFUSED' } })
})
