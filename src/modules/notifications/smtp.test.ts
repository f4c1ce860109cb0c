import { afterEach, describe, expect, it } from 'vitest'
import { deadPort } from '#testing/http-stand-in.ts'
import { startSmtpStandIn, type SmtpScript, type SmtpStandIn } from '#testing/smtp-stand-in.ts'
import { smtpCarrier } from './smtp.ts'
import { readTestLetterhead } from '#testing/read-letter.ts'

const message = {
  id: '5e0e9c1a-3a60-4a86-9d7a-0f3a1c1d2e3f',
  recipient: 'lin@example.com',
  subject: '確認您的信箱',
  body: '請開啟：\nhttps://centre.example/x\n',
  attachments: [],
  locale: 'tw' as const,
}
const from = 'Centre <no-reply@centre.example>'

let server: SmtpStandIn | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function carry(script: SmtpScript = {}, userInfo = '') {
  server = await startSmtpStandIn(script)
  return smtpCarrier(server.url.replace('smtp://', `smtp://${userInfo}`), from, readTestLetterhead, { socketTimeout: 300 }).carry(message)
}

it('delivers text and HTML with a Message-ID derived from the message', async () => {
  expect((await carry()).ok).toBe(true)
  expect(server!.recipients).toEqual(['lin@example.com'])
  const [letter] = server!.letters
  expect(letter).toContain(`Message-ID: <${message.id}@centre.example>`)
  expect(letter).toContain('multipart/alternative')
  expect(letter).toContain('text/plain; charset=utf-8')
  expect(letter).toContain('text/html; charset=utf-8')
  expect(letter).toContain('Auto-Submitted: auto-generated')
})

it('attaches a calendar file with its type', async () => {
  server = await startSmtpStandIn()
  const calendar = {
    name: 'booking.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  }
  expect((await smtpCarrier(server.url, from, readTestLetterhead).carry({ ...message, attachments: [calendar] })).ok).toBe(true)
  const [letter] = server.letters
  expect(letter).toContain('multipart/mixed')
  expect(letter).toMatch(/Content-Type: text\/calendar;[^]*?filename=booking\.ics/)
})

it('logs in with the user name and password of the setting', async () => {
  expect((await carry({}, 'user:pass@')).ok).toBe(true)
})

describe('a server that offers no encryption', () => {
  it('gets neither the password nor the letter', async () => {
    server = await startSmtpStandIn()
    const carried = await smtpCarrier(server.strictUrl.replace('smtp://', 'smtp://user:pass@'), from, readTestLetterhead).carry(message)
    expect(carried).toMatchObject({ ok: false, refusal: { code: 'temporary', reason: expect.stringContaining('ETLS') } })
    expect(server.verbs).toContain('STAR')
    expect(server.verbs.filter((verb) => ['AUTH', 'MAIL', 'RCPT', 'DATA'].includes(verb))).toEqual([])
    expect(server.letters).toEqual([])
  })

  it('gets them when the setting says requireTLS=false', async () => {
    server = await startSmtpStandIn()
    expect((await smtpCarrier(`${server.strictUrl}?requireTLS=false`, from, readTestLetterhead).carry(message)).ok).toBe(true)
  })
})

it('sends to one recipient, whatever the address contains', async () => {
  server = await startSmtpStandIn()
  await smtpCarrier(server.url, from, readTestLetterhead).carry({ ...message, recipient: 'a@example.com, b@example.com' })
  expect(server.recipients).not.toContain('b@example.com')
})

describe('surely not sent, to be tried again', () => {
  it('when nobody listens', async () => {
    const result = await smtpCarrier(`smtp://127.0.0.1:${await deadPort()}`, from, readTestLetterhead).carry(message)
    expect(result).toMatchObject({ ok: false, refusal: { code: 'temporary', reason: expect.stringContaining('ECONNREFUSED') } })
  })

  it.each([
    ['the line breaks before the letter', { RCPT: 'hang-up' }],
    ['the line breaks at the question whether to send it', { DATA: 'hang-up' }],
    ['the server is silent before the letter', { MAIL: 'silence' }],
    ['the server is busy', { RCPT: '451 later' }],
    ['the server puts the letter off', { END: '452 no room' }],
    ['the server does not know our sender', { MAIL: '550 who' }],
  ] satisfies [string, SmtpScript][])('when %s', async (_, script) => {
    expect(await carry(script)).toMatchObject({ ok: false, refusal: { code: 'temporary' } })
  })

  it('when the login is refused', async () => {
    expect(await carry({ AUTH: '535 no' }, 'user:wrong@')).toMatchObject({ ok: false, refusal: { code: 'temporary' } })
  })
})

describe('surely not sent, not to be tried again', () => {
  it.each([
    ['nobody has that address', { RCPT: '550 unknown' }],
    ['the letter is refused', { END: '554 no' }],
  ] satisfies [string, SmtpScript][])('when %s', async (_, script) => {
    expect(await carry(script)).toMatchObject({ ok: false, refusal: { code: 'permanent' } })
  })
})

describe('perhaps sent', () => {
  it.each([
    ['the line breaks after the letter', { END: 'hang-up' }],
    ['the answer to the letter never comes', { END: 'silence' }],
  ] satisfies [string, SmtpScript][])('when %s', async (_, script) => {
    expect(await carry(script)).toMatchObject({ ok: false, refusal: { code: 'unsure' } })
    expect(server!.letters).toHaveLength(1)
  })
})
