import { expect, it } from 'vitest'
import pino from 'pino'
import { loadConfig } from '#config.ts'
import { readTestLetterhead } from '#testing/read-letter.ts'
import { openCarriers } from './open-carriers.ts'

async function open(env: Record<string, string>) {
  const lines: string[] = []
  const carriers = await openCarriers(
    loadConfig(env),
    readTestLetterhead,
    pino({ base: null }, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) }),
  )
  return { mail: carriers.mail?.name, sms: carriers.sms?.name, lines }
}

const mitake = { SMS_PROVIDER: 'mitake', SMS_USERNAME: 'u', SMS_PASSWORD: 'p' }
const twilio = { SMS_PROVIDER: 'twilio', SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 't', SMS_FROM: '+1' }

it('the demo sends nothing out of the process', async () => {
  expect(await open({ DEMO: '1' })).toEqual({ mail: 'inbox', sms: 'inbox', lines: [] })
})

it('carriers of the settings are used, in the demo too', async () => {
  expect(await open({ DEMO: '1', SMTP_URL: 'smtp://localhost' })).toMatchObject({ mail: 'smtp', sms: 'inbox' })
  expect(await open({ DEMO: '1', ...mitake })).toMatchObject({ mail: 'inbox', sms: 'mitake' })
  expect(await open({ DEMO: '0', SMTP_URL: 'smtps://localhost', ...twilio })).toEqual({ mail: 'smtp', sms: 'twilio', lines: [] })
})

it('outside the demo, a channel without a carrier is logged at the start', async () => {
  const { lines, ...carriers } = await open({ DEMO: '0' })
  expect(carriers).toEqual({ mail: undefined, sms: undefined })
  expect(lines).toEqual([expect.stringContaining('SMTP_URL is not set'), expect.stringContaining('SMS_PROVIDER is not set')])
})
