import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { createApiClient, type ApiEffects, type ApiSetup } from './api-client.ts'
import { ApiProblem } from './api-problem.ts'

type Answer = Response | Error | (() => Response)

/** A network that gives these answers in turn, and a page that remembers what was done to it. */
function setup(answers: Answer[], more: Partial<ApiSetup> = {}) {
  const requests: Request[] = []
  const done: string[] = []
  const logged: ApiProblem[] = []
  const effects: ApiEffects = {
    toast: (message) => done.push(`toast ${message}`),
    modal: ({ title, message, confirm }) => done.push(`modal ${title} / ${message} / ${confirm}`),
    logout: () => done.push('logout'),
    goToLogin: () => done.push('login'),
    actsAsAnother: () => done.push('reload viewer'),
    owesSecondStep: () => done.push('second step'),
  }
  const api = createApiClient({
    base: 'http://api.test',
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted()
      requests.push(new Request(input, init))
      const answer = answers[Math.min(requests.length, answers.length) - 1]!
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : answer.clone()
    },
    token: () => undefined,
    effects,
    log: (problem) => logged.push(problem),
    retryDelay: 1,
    ...more,
  })
  return { api, requests, done, logged }
}

const problem = (status: number, headers: Record<string, string> = {}, body: object = {}) =>
  new Response(JSON.stringify({ code: 'some_code', title: 'Some title', status, ...body }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
const fine = () => Response.json({ fine: true })
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: ApiProblem) => error,
  )
/** fetch gives such a response for an opaque answer; it cannot be constructed. */
const withoutStatus = () => Object.defineProperty(new Response(null), 'status', { value: 0 })

describe('D6 the session token', () => {
  it('D6 goes out as bearer on every request when it exists', async () => {
    const { api, requests } = setup([fine()], { token: () => 'jwt' })
    await api.get('/api/AccountMember')
    await api.post('/api/News/List', { page: 1 })
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual(['Bearer jwt', 'Bearer jwt'])
  })

  it('D6 is left out when there is none', async () => {
    const { api, requests } = setup([fine()])
    await api.get('/api/SystemSetting')
    expect(requests[0]!.headers.has('authorization')).toBe(false)
  })

  it('D6 goes out with a stream of events too, which stays open until it is let go', async () => {
    const { api, requests } = setup([new Response('event: change\n\n')], { token: () => 'jwt' })
    const letGo = new AbortController()
    const stream = await api.events('/api/Availability/Stream?venue1stId=1', letGo.signal)
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer jwt')
    expect(requests[0]!.headers.get('accept')).toBe('text/event-stream')
    expect(await new Response(stream).text()).toBe('event: change\n\n')
    const full = setup([problem(429, { 'retry-after': '30' })])
    expect((await caught(full.api.events('/api/Availability/Stream', letGo.signal))).retryAfter).toBe(30)
    expect([full.requests.length, full.done]).toEqual([1, []])
  })

  it('D6 takes its companion cookie along, to another origin as well', async () => {
    const { api, requests } = setup([fine()])
    await api.get('/api/SystemSetting')
    expect(requests[0]!.credentials).toBe('include')
  })
})

describe('D7 trying again', () => {
  const retried = [408, 409, 425, 429, 500, 502, 503, 504]

  it.each(retried)('D7 asks once more after %i when nothing was changed by asking', async (status) => {
    const { api, requests, done } = setup([problem(status), fine()])
    expect(await api.get('/api/News/1')).toEqual({ fine: true })
    expect(requests).toHaveLength(2)
    expect(done).toEqual([])
  })

  it('D7 asks once more, not twice', async () => {
    const { api, requests } = setup([problem(503)])
    expect((await caught(api.get('/api/News/1'))).status).toBe(503)
    expect(requests).toHaveLength(2)
  })

  it.each(retried)('D7 never repeats what changes something after %i', async (status) => {
    for (const call of ['post', 'put', 'delete'] as const) {
      const { api, requests } = setup([problem(status)])
      await caught(api[call]('/api/Order'))
      expect(requests).toHaveLength(1)
    }
  })

  it.each([400, 403, 404, 422])('D7 does not repeat after %i', async (status) => {
    const { api, requests } = setup([problem(status)])
    await caught(api.get('/api/News/1'))
    expect(requests).toHaveLength(1)
  })

  it('D7 waits after 429 for as long as it names, if a person would', async () => {
    vi.useFakeTimers()
    try {
      const { api, requests } = setup([problem(429, { 'retry-after': '5' }), fine()])
      const answer = api.get('/api/News/1')
      await vi.advanceTimersByTimeAsync(4_900)
      expect(requests).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(200)
      expect(await answer).toEqual({ fine: true })
    } finally {
      vi.useRealTimers()
    }
  })

  it('D7 does not wait a minute because a server says so', async () => {
    const { api, requests } = setup([problem(429, { 'retry-after': '60' })])
    expect((await caught(api.get('/api/News/1'))).retryAfter).toBe(60)
    expect(requests).toHaveLength(1)
  })
})

describe('D8 the error catalogue', () => {
  it('D8 no response: a toast', async () => {
    const { api, done, logged } = setup([new TypeError('Failed to fetch')])
    const error = await caught(api.post('/api/Order', {}))
    expect(error).toMatchObject({ status: 0, code: 'no_response' })
    expect(done).toEqual(['toast 請求失敗，請稍後再試'])
    expect(logged).toHaveLength(1)
  })

  it('D8 a response without a status: a modal', async () => {
    const { api, done } = setup([withoutStatus])
    await caught(api.get('/api/News/1'))
    expect(done).toEqual(['modal 錯誤 / 系統錯誤，請聯繫系統工程師 / 確定'])
  })

  it('D8 401: a toast, logout, and the login page', async () => {
    const { api, done } = setup([problem(401)])
    await caught(api.get('/api/AccountMember'))
    expect(done).toEqual(['toast 請重新登入', 'logout', 'login'])
  })

  it.each([400, 403, 404, 409, 422, 429, 500])('D8 %i: only logged, the caller says the rest', async (status) => {
    const { api, done, logged } = setup([problem(status)])
    expect((await caught(api.post('/api/AccountMember/Login', {}))).status).toBe(status)
    expect(done).toEqual([])
    expect(logged.map((one) => one.status)).toEqual([status])
  })

  it('a page that shows its viewer as somebody else is told to load them anew, even where the caller asks for silence', async () => {
    const { api, done } = setup([problem(409, {}, { code: 'acts_as_another' })])
    await caught(api.get('/api/Order/Upcoming'))
    await caught(api.get('/api/Order/Upcoming', { silent: true }))
    expect(done).toEqual(['reload viewer', 'reload viewer'])
  })

  it('a page that was open when an authenticator app was set up elsewhere goes to the second step, even where the caller asks for silence', async () => {
    const { api, done } = setup([problem(403, {}, { code: 'second_step_required' })])
    await caught(api.post('/api/Order/List', {}))
    await caught(api.get('/api/Order/Upcoming', { silent: true }))
    expect(done).toEqual(['second step', 'second step'])
    const other = setup([problem(403, {}, { code: 'staff_only' })])
    await caught(other.api.get('/api/Order/Upcoming'))
    expect(other.done).toEqual([])
  })

  it('D8 gives the caller everything that the problem says', async () => {
    const errors = [{ path: 'email', message: '請輸入正確的電子郵件' }]
    const { api } = setup([problem(422, { 'x-request-id': 'req-1' }, { code: 'invalid_body', detail: 'Some detail', errors, items: [3] })])
    const error = await caught(api.put('/api/AccountMember', {}))
    expect(error).toBeInstanceOf(ApiProblem)
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid_body',
      title: 'Some title',
      detail: 'Some detail',
      errors,
      requestId: 'req-1',
    })
    expect(error.errorAt('email')).toBe('請輸入正確的電子郵件')
    expect(error.body['items']).toEqual([3])
  })

  it('D8 does nothing to the page when the caller asks for silence, or while rendering', async () => {
    const silent = setup([problem(401)])
    await caught(silent.api.get('/api/AccountMember', { silent: true }))
    const rendering = setup([problem(401)], { effects: undefined as never })
    await caught(rendering.api.get('/api/AccountMember'))
    expect([...silent.done, ...rendering.done]).toEqual([])
  })

  it('D8 says nothing about a request that the page itself gave up', async () => {
    const { api, done, logged } = setup([fine()])
    await caught(api.get('/api/News/1', { signal: AbortSignal.abort() }))
    expect([done, logged]).toEqual([[], []])
  })

  it('D8 has its words in both languages', () => {
    const words = (locale: string) =>
      JSON.parse(readFileSync(new URL(`../i18n/messages/${locale}.json`, import.meta.url), 'utf8')) as Record<string, string>
    const keys = ['error_request_failed', 'error_modal_title', 'error_modal_message', 'error_modal_confirm', 'error_login_again']
    expect(keys.map((key) => words('tw')[key])).toEqual([
      '請求失敗，請稍後再試',
      '錯誤',
      '系統錯誤，請聯繫系統工程師',
      '確定',
      '請重新登入',
    ])
    for (const key of keys) expect(words('en')[key]).toMatch(/^[A-Z]/)
  })
})

describe('answers', () => {
  it('come as what the API sends: JSON, nothing, or bytes', async () => {
    expect(await setup([fine()]).api.get('/api/x')).toEqual({ fine: true })
    expect(await setup([new Response(null, { status: 204 })]).api.post('/api/x')).toBeUndefined()
    expect(await (await setup([new Response('bytes')]).api.blob('/api/File/1')).text()).toBe('bytes')
  })

  it('are asked for by query, without what is not known', async () => {
    const { api, requests } = setup([fine()])
    await api.get('/api/x', { query: { page: 2, status: undefined } })
    expect(requests[0]!.url).toBe('http://api.test/api/x?page=2')
  })
})
