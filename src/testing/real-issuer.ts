import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { interactionPolicy, Provider, type Context } from 'oidc-provider'
import { newCookieJar } from './api-browser.ts'

/** What an issuer says of a person besides their subject, which is the name they log in by. */
export type Said = { name?: string; email?: string; email_verified?: boolean | string; groups?: string[] }

/** A centre as a client of the issuer. */
export type IssuerClient = {
  clientId: string
  algorithm: 'RS256' | 'ES256' | 'HS256'
  returnAddresses: string[]
  /** Or the key by which the client signs a secret for each request, as Apple has it. */
  secret: string | { key: KeyObject; keyId: string; teamId: string }
}

type IssuerOptions = {
  /** Where browsers and we reach it; another host than that of the service is another site. */
  host?: string
  /** Whether name and address are in the ID token, as with LINE and Google; else they have to be asked for. */
  saysInToken?: boolean
  whoIs?(login: string): Said
}

const anybody = (login: string): Said => ({ name: login, email: `${login}@issuer.example`, email_verified: true })

/** An issuer of OpenID Connect (oidc-provider). Its page asks for a name and takes any; it signs as each client wants it. */
export async function startRealIssuer(clients: IssuerClient[], options: IssuerOptions = {}) {
  const { host = '127.0.0.1', saysInToken = true, whoIs = anybody } = options
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  const kept = clients.map((client) => ({
    ...client,
    kept: typeof client.secret === 'string' ? client.secret : randomBytes(32).toString('hex'),
  }))
  const provider = new Provider(url, configuration(kept, { saysInToken, whoIs }))
  const handle = provider.callback()
  let isDown = false
  let asked = 0
  server.on('request', (request: IncomingMessage & { body?: string }, response) => {
    asked += 1
    const { pathname } = new URL(request.url!, url)
    if (isDown) request.socket.destroy()
    else if (pathname.startsWith('/interaction/')) void interact(provider, request, response)
    else if (pathname === '/token') void readSecret(request, kept, url).then((body) => handle(Object.assign(request, { body }), response))
    else handle(request, response)
  })
  return {
    url,
    /** Requests so far. */
    asked: () => asked,
    down: (is: boolean) => void (isDown = is),
    /** A browser goes to this address, its person logs in, and it is sent on. */
    enter: (address: string, login: string) => walk(address, { login }),
    decline: (address: string) => walk(address, { cancel: 'yes' }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type RealIssuer = Awaited<ReturnType<typeof startRealIssuer>>

type KeptClient = IssuerClient & { kept: string }

function configuration(clients: KeptClient[], { saysInToken, whoIs }: Required<Pick<IssuerOptions, 'saysInToken' | 'whoIs'>>) {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const authentication = saysInToken ? 'client_secret_post' : 'client_secret_basic'
  return {
    clients: clients.map(({ clientId, kept, algorithm, returnAddresses }) => ({
      client_id: clientId,
      client_secret: kept,
      redirect_uris: returnAddresses,
      id_token_signed_response_alg: algorithm,
      token_endpoint_auth_method: authentication,
    })),
    clientAuthMethods: [authentication],
    jwks: {
      keys: [
        { ...rsa, kid: 'rsa', alg: 'RS256', use: 'sig' },
        { ...ec, kid: 'ec', alg: 'ES256', use: 'sig' },
      ],
    },
    cookies: { keys: ['of a test'] },
    conformIdTokenClaims: !saysInToken,
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256', 'HS256'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}`, policy: prompts() },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 3600, Interaction: 600, Session: 3600 },
    findAccount: (_: Context, login: string) => ({ accountId: login, claims: async () => ({ ...whoIs(login), sub: login }) }),
    /** Nobody is asked for consent. */
    async loadExistingGrant({ oidc: { provider, client, session } }: Context) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid profile email name groups')
      await grant.save()
      return grant
    },
    renderError(ctx: { body: string; type: string }, { error, error_description: words }: { error: string; error_description?: string }) {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${words}`
    },
  }
}

/** Besides the usual ones, that a client may have a person choose their account, as Google has it. */
function prompts() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return policy
}

/** The package warns of all that a test need not have. */
for (const level of ['warn', 'info'] as const) {
  const say = console[level]
  console[level] = (...said: unknown[]) => String(said[0]).includes('oidc-provider ') || say(...said)
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request))
    const login = form.get('login')
    const result =
      form.has('cancel') || !login ? { error: 'access_denied' } : { login: { accountId: login, remember: false }, select_account: {} }
    return provider.interactionFinished(request, response, result)
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><title>The issuer</title><link rel="icon" href="data:,"><h1>The issuer</h1>
<form method="post"><label>Name <input name="login"></label> <button>Log in</button> <button name="cancel" value="yes">Cancel</button></form></html>`)
}

/**
 * The body of a request for tokens. A secret that the client has signed (ES256, six months at most) is replaced by the one that the
 * package knows, once the signature was checked.
 */
async function readSecret(request: IncomingMessage, clients: KeptClient[], url: string): Promise<string> {
  const form = new URLSearchParams(await text(request))
  const client = clients.find(({ clientId }) => clientId === form.get('client_id'))
  if (client && typeof client.secret !== 'string') {
    const { key, keyId, teamId } = client.secret
    const rules = { algorithms: ['ES256'], issuer: teamId, subject: client.clientId, audience: url, maxTokenAge: '180 days' }
    const read = await jwtVerify(form.get('client_secret') ?? '', createPublicKey(key), rules).catch(() => undefined)
    form.set('client_secret', read?.protectedHeader.kid === keyId && read.payload.exp ? client.kept : 'wrong')
  }
  return form.toString()
}

/** Follows the issuer's pages until they lead to another site, or post a form there. */
async function walk(address: string, entered: Record<string, string>): Promise<{ address: string; form?: URLSearchParams }> {
  const { origin } = new URL(address)
  const jar = newCookieJar()
  let at = address
  for (let steps = 0; steps < 8; steps++) {
    const isPage = new URL(at).pathname.startsWith('/interaction/')
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: jar.header() },
      ...(isPage && { method: 'POST', body: new URLSearchParams(entered) }),
    })
    jar.take(answer.headers)
    const location = answer.headers.get('location')
    if (location === null) return readPostedForm(await answer.text())
    at = new URL(location, at).href
    if (new URL(at).origin !== origin) return { address: at }
  }
  throw new Error(`the issuer leads nowhere: ${at}`)
}

function readPostedForm(page: string): { address: string; form: URLSearchParams } {
  const address = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
  if (address === undefined) throw new Error(`the issuer refuses: ${page.slice(0, 300)}`)
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return { address, form: new URLSearchParams(fields.map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')])) }
}
