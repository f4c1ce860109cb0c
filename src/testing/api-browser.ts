import type { Answer, TestService } from './test-service.ts'

/** Cookies of one browser, by name, for one host. */
export function newCookieJar() {
  const kept = new Map<string, string>()
  return {
    kept,
    header: (): string => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take(headers: Headers): void {
      for (const set of headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
        if (value === '') kept.delete(name!)
        else kept.set(name!, value!)
      }
    },
  }
}

type Calling = { as?: { token: string }; body?: unknown; headers?: Record<string, string> }

/** A browser before the service's API: it keeps cookies, and goes where it is sent. */
export function newApiBrowser(service: TestService) {
  const jar = newCookieJar()
  const call = async (method: string, path: string, { as, body, headers }: Calling = {}): Promise<Answer> => {
    const answer = await service.call(method, path, {
      as,
      body,
      headers: { cookie: jar.header(), 'sec-fetch-site': 'same-origin', ...headers },
    })
    jar.take(answer.headers)
    return answer
  }
  return {
    jar: jar.kept,
    call,
    /** Where the service sends the browser from there. */
    follow: async (address: string): Promise<string> => {
      const { pathname, search } = new URL(address, 'http://localhost:3000')
      return (await call('GET', pathname + search)).headers.get('location')!
    },
    /** A page of another site posts a form: no SameSite=Lax cookie goes with it. */
    post: (address: string, form: URLSearchParams) =>
      service.call('POST', new URL(address).pathname, {
        body: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      }),
    session: () => ({ token: jar.kept.get('sports_v2_jwt') ?? '' }),
    /** The member of this browser, by the API. */
    whoIs: async () => (await call('GET', '/api/AccountMember', { as: { token: jar.kept.get('sports_v2_jwt') ?? '' } })).body,
  }
}
export type ApiBrowser = ReturnType<typeof newApiBrowser>

/** The page of an address: its path and search, and whether the service has signed the way to it. */
export function pageOf(service: TestService, location: string) {
  const { pathname, searchParams } = new URL(location, 'http://localhost:3000')
  const { signed, ...search } = Object.fromEntries(searchParams)
  return { pathname, search, isSigned: service.tokens.isSignedPath(pathname.replace(/^\/en/, ''), signed ?? '') }
}
