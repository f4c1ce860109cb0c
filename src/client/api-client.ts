import { m } from '#i18n/generated/messages.js'
import { ApiProblem, problemBody } from './api-problem.ts'
import { send, withQuery } from './api-send.ts'
import type { UploadOptions } from './api-upload.ts'

/** What a failure does to the page. Absent while rendering on the server: there is no page yet. */
export type ApiEffects = {
  toast(message: string): void
  modal(text: { title: string; message: string; confirm: string }): void
  logout(): void
  /** Goes to the login page; after logging in, the visitor returns to this page. */
  goToLogin(): void
  /** The page shows its viewer as another than they act as by now: it is loaded anew. */
  actsAsAnother(title: string): void
  /** The viewer has set up an authenticator app elsewhere since the page was opened, and is to show it here first. */
  owesSecondStep(): void
}

export type ApiSetup = {
  /** Unset: the same origin. */
  base?: string | undefined
  fetch?: typeof globalThis.fetch
  token(): string | undefined
  /** Headers of every request besides the token. */
  headers?(): Record<string, string>
  effects?: ApiEffects
  log?(problem: ApiProblem): void
  retryDelay?: number
  /** The longest Retry-After in seconds that is waited for; a longer one is not retried. */
  maxRetryWait?: number
}

export type CallOptions = {
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The caller handles every failure itself: no toast, no modal, no logout. */
  silent?: boolean
}

export type ApiClient = {
  get<T>(path: string, options?: CallOptions): Promise<T>
  post<T = void>(path: string, body?: object, options?: CallOptions): Promise<T>
  put<T = void>(path: string, body?: object, options?: CallOptions): Promise<T>
  delete<T = void>(path: string, options?: CallOptions): Promise<T>
  /** The bytes of an answer, with the name that it gives them. */
  blob(path: string, options?: CallOptions): Promise<File>
  upload<T>(path: string, file: File | File[], options: UploadOptions): Promise<T>
  /** Server-sent events, until the signal is aborted. Not an EventSource, which cannot send the token in a header. */
  events(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

const jsonType = { 'content-type': 'application/json' }

export function createApiClient(setup: ApiSetup): ApiClient {
  const base = setup.base ?? ''
  const sending = {
    fetch: setup.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    credentials: base ? 'include' : 'same-origin',
    retryDelay: setup.retryDelay ?? 300,
    maxRetryWait: setup.maxRetryWait ?? 5,
  } as const

  const headers = (): Record<string, string> => {
    const token = setup.token()
    return { ...setup.headers?.(), ...(token ? { authorization: `Bearer ${token}` } : {}) }
  }

  async function call<T>(
    method: string,
    path: string,
    body: object | undefined,
    options: CallOptions,
    read: (response: Response) => Promise<unknown> = readJson,
  ): Promise<T> {
    const request = {
      method,
      url: base + withQuery(path, options.query),
      headers: { accept: 'application/json', ...(body ? jsonType : {}), ...headers(), ...options.headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: options.signal,
    }
    let response: Response
    try {
      response = await send(request, sending)
      if (response.ok && response.status) return (await read(response)) as T
    } catch (error) {
      if (options.signal?.aborted) throw error
      throw handleFailure(new ApiProblem(0, {}, undefined, error), false, setup, options.silent)
    }
    throw handleFailure(await problemOf(response), !response.status, setup, options.silent)
  }
  return {
    get: (path, options = {}) => call('GET', path, undefined, options),
    post: (path, body, options = {}) => call('POST', path, body ?? {}, options),
    put: (path, body, options = {}) => call('PUT', path, body ?? {}, options),
    delete: (path, options = {}) => call('DELETE', path, undefined, options),
    blob: (path, options = {}) => call('GET', path, undefined, { ...options, headers: { accept: '*/*', ...options.headers } }, readFile),
    events: async (path, signal) => {
      const asked = { headers: { accept: 'text/event-stream', ...headers() }, credentials: sending.credentials, signal }
      const response = await sending.fetch(base + path, asked)
      if (response.ok && response.body) return response.body
      throw handleFailure(await problemOf(response), false, setup, true)
    },
    async upload<T>(path: string, file: File | File[], options: UploadOptions) {
      // Imported when needed: most pages upload nothing.
      const { sendUpload } = await import('./api-upload.ts')
      const outcome = await sendUpload(base + path, file, headers(), options)
      if (outcome.kind === 'done') return outcome.data as T
      throw handleFailure(outcome.problem, outcome.kind === 'without-status', setup)
    },
  }
}

/** Imported when needed: most pages save nothing. */
const readFile = async (response: Response): Promise<File> => (await import('./named-file.ts')).namedFile(response)

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const data: unknown = await response.json().catch(() => ({}))
  return new ApiProblem(response.status, problemBody(data), response.headers)
}

/** What each kind of problem does to the page (toast, modal, login). The caller gets the problem too, and may show more beside its field. */
function handleFailure(problem: ApiProblem, lacksStatus: boolean, setup: ApiSetup, silent = false): ApiProblem {
  setup.log?.(problem)
  const { effects } = setup
  if (problem.code === 'acts_as_another') effects?.actsAsAnother(problem.title)
  if (problem.code === 'second_step_required') effects?.owesSecondStep()
  if (!effects || silent) return problem
  if (lacksStatus) effects.modal({ title: m.error_modal_title(), message: m.error_modal_message(), confirm: m.error_modal_confirm() })
  else if (problem.status === 0) effects.toast(m.error_request_failed())
  else if (problem.status === 401) {
    effects.toast(m.error_login_again())
    effects.logout()
    effects.goToLogin()
  }
  return problem
}
