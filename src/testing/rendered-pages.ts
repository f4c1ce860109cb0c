import { loadPageRenderer } from '#http/page-renderer.ts'

const render = await loadPageRenderer()

type Call = { path: string; headers: Headers }

/** The centre of the settings, as the API answers it in a language. */
export const seaside = (language: string | null) => ({
  name: language?.startsWith('en') ? 'Seaside Sports Centre' : '海線國民運動中心',
  phone: '04-2345-6789',
  email: '',
  address: '',
  deskHours: '',
  parking: '',
  latitude: null,
  longitude: null,
  logo: { mark: '/logo-mark', icon: '/logo-icon', touchIcon: '/logo-touch', width: 216, height: 72 },
  style: ':root:root[data-scheme]{--primary:#123c7c}',
  footer: '<p>臺中市政府委託營運</p>',
})

/** A site whose API is a stand-in: `visit` renders a page as the server does, with the bundle that `npm run build` has made. */
export function park({
  siteAccess = 'open',
  settingStatus = 200,
  centre = seaside as typeof seaside | undefined,
  storyStatus = 200,
  stories = [] as unknown[],
  memberStatus = 401,
  landing = false,
  direct = true,
} = {}) {
  const calls: Call[] = []
  const reported: unknown[] = []
  const apiFetch = async (request: Request) => {
    const path = new URL(request.url).pathname
    calls.push({ path, headers: request.headers })
    if (path === '/api/SystemSetting') {
      const settings = {
        siteAccess,
        isOpen: true,
        loginWays: [],
        loginBy: ['secret', 'passkey'],
        centre: centre?.(request.headers.get('accept-language')),
        code: 'down',
        title: 'secret sauce',
      }
      return Response.json(settings, { status: settingStatus })
    }
    if (path === '/api/AccountMember' && request.headers.get('authorization') === 'Bearer good')
      return Response.json({ email: 'lin@example.com', communityName: '', name: '林小青' })
    if (path === '/api/Highlight/List') return Response.json({ items: stories, total: 0, page: 1, pageSize: 6 }, { status: storyStatus })
    return Response.json({ code: 'not_logged_in' }, { status: path === '/api/AccountMember' ? memberStatus : 401 })
  }
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const response = await render(new Request(`http://park.test${path}`, { headers: { accept: 'text/html', ...headers } }), {
      nonce: 'n0nce',
      requestId: 'request-1',
      peer: '203.0.113.9',
      publicConfig: { apiBase: undefined, publicUrl: 'http://park.test' },
      apiFetch,
      landing,
      direct,
      report: (error) => reported.push(error),
    })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  return { visit, calls, reported }
}
