import { m } from '#i18n/generated/messages.js'
import { createFetch, FetchError } from 'ofetch'
import { ApiProblem, problemBody, secondsToWait } from './api-problem.ts'
import { sendUpload, type UploadOptions } from './api-upload.ts'

/** What a failure does to the page. Absent while rendering on the server: there is no page yet. */
export type ApiEffects = {
  toast(message: string): void
  modal(text: { title: string; message: string; confirm: string }): void
  logout(): void
  /** Goes to the login page and remembers where the visitor was. */
  goToLogin(): void
}

export type ApiSetup = {
  /** Unset: the same origin. */
  base?: string | undefined
  fetch?: typeof globalThis.fetch
  token(): string | undefined
  /** What every request carries besides the token. */
  headers?(): Record<string, string>
  effects?: ApiEffects
  log?(problem: ApiProblem): void
  retryDelay?: number
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
  blob(path: string, options?: CallOptions): Promise<Blob>
  upload<T>(path: string, file: File | File[], options: UploadOptions): Promise<T>
  /** Server-sent events, in the browser only. Without the token: they tell what everybody may know. */
  events(path: string): EventSource
}

const patience = 5

export function createApiClient(setup: ApiSetup): ApiClient {
  const base = setup.base ?? ''
  const send = createFetch({
    fetch: setup.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    defaults: {
      credentials: base ? 'include' : 'same-origin',
      retryDelay: ({ response }) => (secondsToWait(response?.headers.get('retry-after')) ?? 0) * 1000 || (setup.retryDelay ?? 300),
      // D7 is the library's own rule (the same statuses, once, never for methods that change something), but nobody waits a minute for a page.
      onResponseError: ({ response, options }) => {
        if ((secondsToWait(response.headers.get('retry-after')) ?? 0) > patience) options.retry = false
      },
    },
  })

  const headers = (): Record<string, string> => {
    const token = setup.token()
    return { ...setup.headers?.(), ...(token ? { authorization: `Bearer ${token}` } : {}) }
  }

  async function call<T>(
    method: string,
    path: string,
    body: object | undefined,
    options: CallOptions,
    responseType: 'json' | 'blob' = 'json',
  ): Promise<T> {
    try {
      const response = await send.raw(base + path, {
        method,
        body,
        query: options.query,
        signal: options.signal,
        headers: { accept: 'application/json', ...headers(), ...options.headers },
        responseType,
      })
      if (!response.status) throw withoutStatus
      return response._data as T
    } catch (error) {
      if (options.signal?.aborted) throw error
      throw handleFailure(await problemOf(error), error === withoutStatus, setup, options.silent)
    }
  }

  return {
    get: (path, options = {}) => call('GET', path, undefined, options),
    post: (path, body, options = {}) => call('POST', path, body ?? {}, options),
    put: (path, body, options = {}) => call('PUT', path, body ?? {}, options),
    delete: (path, options = {}) => call('DELETE', path, undefined, options),
    blob: (path, options = {}) => call('GET', path, undefined, { ...options, headers: { accept: '*/*', ...options.headers } }, 'blob'),
    events: (path) => new EventSource(base + path),
    async upload<T>(path: string, file: File | File[], options: UploadOptions) {
      const outcome = await sendUpload(base + path, file, headers(), options)
      if (outcome.kind === 'done') return outcome.data as T
      throw handleFailure(outcome.problem, outcome.kind === 'without-status', setup)
    },
  }
}

const withoutStatus = new Error('a response without a status')

async function problemOf(error: unknown): Promise<ApiProblem> {
  if (!(error instanceof FetchError) || !error.response) return new ApiProblem(0, {}, undefined, error)
  const data: unknown =
    error.data instanceof Blob
      ? await error.data
          .text()
          .then(JSON.parse)
          .catch(() => ({}))
      : error.data
  return new ApiProblem(error.response.status, problemBody(data), error.response.headers, error)
}

/** D8, the error catalogue. Whatever it does, the caller gets the problem and may say more beside its own field. */
function handleFailure(problem: ApiProblem, lacksStatus: boolean, setup: ApiSetup, silent = false): ApiProblem {
  setup.log?.(problem)
  const { effects } = setup
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
