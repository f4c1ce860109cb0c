import { expect, it } from 'vitest'
import { readForm, readJson } from './read-json.ts'

const sent = (body: string) =>
  readJson(new Request('http://centre.test/', { method: 'POST', body, headers: { 'content-type': 'application/json' } }))

it('removes NUL and half characters from texts at every level, and nothing else', async () => {
  const body = '{"a":"x\\u0000y","b":[{"c":["\\ud800z",1,null,true]}],"__proto__":{"d":"\\u0000"},"e":"\\\\u0000"}'
  const { value } = (await sent(body)) as { value: Record<string, unknown> }
  expect(JSON.stringify(value)).toBe('{"a":"xy","b":[{"c":["\ufffdz",1,null,true]}],"__proto__":{"d":""},"e":"\\\\u0000"}')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

it('refuses what has more levels than any body, however it is written, and counts none inside texts', async () => {
  const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)
  expect(await sent(nested(64))).toHaveProperty('value')
  for (const body of [nested(65), nested(400_000), nested(65, '"\\u0000"'), '{"a":'.repeat(65) + '1' + '}'.repeat(65)])
    expect(await sent(body)).toEqual({ refusal: 'malformed_json' })
  expect(await sent(JSON.stringify({ a: '['.repeat(100), b: `\\"${'{'.repeat(100)}` }))).toHaveProperty('value')
  expect(await sent(`[${'[],'.repeat(1000)}[]]`)).toHaveProperty('value')
})

it('cleans a megabyte of values without holding up others', async () => {
  const begun = process.cpuUsage()
  expect(await sent(`["\\u0000"${',1'.repeat(490_000)}]`)).toHaveProperty('value')
  // A reviver takes twenty times as long.
  expect(process.cpuUsage(begun).user).toBeLessThan(300_000)
})

it('a form that breaks off is an empty one: who hung up is no fault of ours', async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://centre.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  expect(await readForm(request)).toEqual({})
})
