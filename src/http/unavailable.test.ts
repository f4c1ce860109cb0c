import { expect, it } from 'vitest'
import { z } from 'zod'
import { DatabaseUnavailable } from '#db/unavailable.ts'
import { systemClock } from '#lib/clock.ts'
import { Api, reply } from './call.ts'
import { openLog } from './log.ts'

it('a call answers 503 with Retry-After, in the caller’s language, when the database is away', async () => {
  const api = new Api({
    clock: systemClock,
    log: openLog('silent'),
    trustProxy: 0,
    pagesOrigin: 'http://park.test',
    checkAnswers: true,
    writeAudit: async () => {},
    readSession: async () => {
      throw new DatabaseUnavailable()
    },
  })
  const answers = { 200: z.object({}) }
  api.add({ method: 'get', path: '/api/Thing', summary: 'A thing', access: 'public', answers }, async () => reply(200, {}))
  const response = await api.app.request('/api/Thing', { headers: { 'accept-language': 'en' } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await response.json()).toMatchObject({ code: 'service_unavailable', title: expect.stringContaining('unavailable for a moment') })
})
