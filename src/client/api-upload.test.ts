import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from './api-client.ts'
import type { ApiProblem } from './api-problem.ts'

type Outcome = { status: number; body?: object; headers?: Record<string, string> } | 'error' | 'hangs'

/** What a browser offers for uploads, as far as we use it. */
class FakeXhr {
  static outcome: Outcome
  static last: FakeXhr
  upload: { onprogress?: (event: object) => void } = {}
  sent: Record<string, string> = {}
  url = ''
  form: FormData | undefined
  status = 0
  responseText = ''
  withCredentials = false
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  constructor() {
    FakeXhr.last = this
  }
  open(method: string, url: string) {
    this.url = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value
  }
  getResponseHeader(name: string) {
    return (FakeXhr.outcome as { headers?: Record<string, string> }).headers?.[name] ?? null
  }
  abort() {
    this.onabort()
  }
  send(form: FormData) {
    this.form = form
    const { outcome } = FakeXhr
    if (outcome === 'hangs') return
    if (outcome === 'error') return this.onerror()
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    this.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 })
    this.status = outcome.status
    this.responseText = outcome.body ? JSON.stringify(outcome.body) : ''
    this.onload()
  }
}

const done: string[] = []
const api = createApiClient({
  token: () => 'jwt',
  headers: () => ({ 'accept-language': 'tw' }),
  effects: {
    toast: (message) => done.push(message),
    modal: ({ message }) => done.push(message),
    logout: () => done.push('logout'),
    goToLogin: () => done.push('login'),
    actsAsAnother: () => done.push('reload viewer'),
    owesSecondStep: () => done.push('second step'),
  },
})
const file = new File(['x'], 'consent.pdf')
const upload = (outcome: Outcome, more: { onProgress?: (share: number) => void; signal?: AbortSignal } = {}) => {
  FakeXhr.outcome = outcome
  return api.upload<{ id: string }>('/api/File', file, { field: 'upload', ...more })
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: ApiProblem) => error,
  )

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  done.length = 0
})

describe('an upload', () => {
  it('D6 carries the token and tells how far it is', async () => {
    const shares: number[] = []
    expect(await upload({ status: 201, body: { id: 'f-1' } }, { onProgress: (share) => shares.push(share) })).toEqual({ id: 'f-1' })
    expect(FakeXhr.last).toMatchObject({
      url: 'POST /api/File',
      withCredentials: true,
      sent: { authorization: 'Bearer jwt', 'accept-language': 'tw' },
    })
    expect(FakeXhr.last.form?.get('upload')).toBeInstanceOf(File)
    expect(shares).toEqual([0.25, 1])
  })

  it('D8 that is refused gives the caller the problem', async () => {
    const error = await caught(upload({ status: 413, body: { code: 'too_large' }, headers: { 'x-request-id': 'r-1' } }))
    expect(error).toMatchObject({ status: 413, code: 'too_large', requestId: 'r-1' })
    expect(done).toEqual([])
  })

  it('D8 follows the same catalogue as every other call', async () => {
    await caught(upload('error'))
    await caught(upload({ status: 0 }))
    await caught(upload({ status: 401 }))
    expect(done).toEqual(['請求失敗，請稍後再試', '系統錯誤，請聯繫系統工程師', '請重新登入', 'logout', 'login'])
  })

  it('can be stopped, and then nobody complains', async () => {
    const stop = new AbortController()
    const uploading = caught(upload('hangs', { signal: stop.signal }))
    stop.abort()
    expect((await uploading).name).toBe('AbortError')
    expect(done).toEqual([])
  })
})
