import { jwtVerify } from 'jose'
import type { ClientAuth, Configuration, CustomFetch, ExportedJWKSCache, ServerMetadata } from 'openid-client'
import { languages } from '#i18n/languages.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { AskIssuer, Begun, Outside, Vouched, WayCalls, WayRefusal } from '../way.ts'

/** How an ID token is signed. One algorithm for each issuer, set by us: what the token says of itself is not asked. */
export const idTokenAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256'] as const

/** This centre as a client of an issuer of OpenID Connect. */
export type OpenIdClient = {
  issuer: string
  clientId: string
  algorithm: (typeof idTokenAlgorithms)[number]
  scope: string
  /** Apple's is signed anew for each request. */
  secret: string | ((now: Date) => Promise<string>)
  /** How the secret is sent: in the body, or in a header; `as-told`: as the issuer's own description says. */
  secretIn: 'body' | 'as-told'
  /** Further parameters of the address that the browser goes to. */
  parameters?: Readonly<Record<string, string>>
  /** What is said of somebody outside of the ID token, as Apple does in the form of the first login. Not signed. */
  nameIn?(arrived: URLSearchParams): string | undefined
}

type Library = typeof import('openid-client')

/** How long an issuer's description of itself is used. */
const knownForMilliseconds = 10 * 60_000

/** Answers of issuers that refuse the person's own login: RFC 6749 names the first, Apple has a word of its own. */
const cancelled = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'])
const failing = new Set(['server_error', 'temporarily_unavailable'])

/**
 * The calls of a way that speaks OpenID Connect: the authorization code flow with PKCE (S256), state and nonce. The library checks the
 * state that comes back, and that the parameter `iss` beside it names the issuer that was asked (RFC 9207: otherwise one issuer could
 * hand in the code of another); it exchanges the code and checks the claims of the ID token. A signature by HS256 is checked here.
 */
export function openWithOpenId(at: OpenIdClient, { ask, report }: Outside): WayCalls {
  const connect = openConnecting(at)
  return {
    async start({ state, nonce, verifier, returnAddress, locale }, now) {
      const line = lineTo(ask)
      try {
        const { library, config } = await connect(line, now)
        const address = library.buildAuthorizationUrl(config, {
          redirect_uri: returnAddress,
          scope: at.scope,
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ui_locales: languages[locale].htmlLang,
          ...at.parameters,
        })
        return ok({ address: address.href })
      } catch (error) {
        report(reasonIn(error, line))
        return refuse({ code: 'way_unreachable' })
      }
    },
    async readReturn(arrived, begun, now) {
      const line = lineTo(ask)
      try {
        const connected = await connect(line, now)
        return await readProof(at, connected, { arrived, begun }, now)
      } catch (error) {
        const code = refusalOf(error, line)
        if (code !== 'way_cancelled') report(reasonIn(error, line))
        return refuse({ code })
      }
    },
  }
}

type Connected = { library: Library; config: Configuration; keepKeys(): void }

/** The issuer's description of itself and its keys are kept in the process for some minutes. */
function openConnecting(at: OpenIdClient) {
  let known: { server: ServerMetadata; until: number } | undefined
  let keys: ExportedJWKSCache | undefined
  return async (line: Line, now: Date): Promise<Connected> => {
    // Loaded with the first login by an issuer, so that a start without any loads no library.
    const library = await import('openid-client')
    if (!known || known.until < now.getTime()) {
      const server = await readDescription(library, at, line)
      known = { server, until: now.getTime() + knownForMilliseconds }
    }
    const config = configure(library, known.server, at, line, now)
    if (keys) library.setJwksCache(config, keys)
    return { library, config, keepKeys: () => void (keys = library.getJwksCache(config) ?? keys) }
  }
}

/** Discovery: `/.well-known/openid-configuration` of the issuer, which must name itself as we know it. */
export async function readDescription(library: Library, at: OpenIdClient, line: Line): Promise<ServerMetadata> {
  const execute = at.issuer.startsWith('http:') ? [library.allowInsecureRequests] : []
  const reading = { [library.customFetch]: line.fetch, execute }
  const found = await library.discovery(new URL(at.issuer), at.clientId, undefined, undefined, reading)
  return { ...found.serverMetadata() }
}

export function configure(library: Library, server: ServerMetadata, at: OpenIdClient, line: Line, now: Date): Configuration {
  const skew = Math.round((now.getTime() - Date.now()) / 1000)
  const metadata = { id_token_signed_response_alg: at.algorithm, [library.clockSkew]: skew }
  const config = new library.Configuration(server, at.clientId, metadata, authentication(library, server, at, now))
  config[library.customFetch] = line.fetch
  if (at.issuer.startsWith('http:')) library.allowInsecureRequests(config)
  // Without it the library relies on TLS alone, and verifies no signature of an ID token that comes from the token endpoint.
  if (at.algorithm !== 'HS256') library.enableNonRepudiationChecks(config)
  return config
}

function authentication({ ClientSecretBasic, ClientSecretPost }: Library, server: ServerMetadata, at: OpenIdClient, now: Date): ClientAuth {
  const { secret, secretIn } = at
  if (typeof secret === 'string') {
    // By the specification of discovery, an issuer that does not say takes the header.
    const takesHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    return secretIn === 'as-told' && takesHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  }
  return async (issuer, client, body, headers) => ClientSecretPost(await secret(now))(issuer, client, body, headers)
}

type Coming = { arrived: URLSearchParams; begun: Begun }

async function readProof(at: OpenIdClient, connected: Connected, coming: Coming, now: Date): Promise<Result<Vouched, WayRefusal>> {
  const { library, config, keepKeys } = connected
  const { state, nonce, verifier, returnAddress } = coming.begun
  const back = new URL(`${returnAddress}?${coming.arrived}`)
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await library.authorizationCodeGrant(config, back, checks)
  keepKeys()
  const claims = tokens.claims()!
  if (at.algorithm === 'HS256') await verifyBySecret(tokens.id_token!, at, now)
  // Name and address from one place, so that an address is never said to be verified by another.
  const isSaid = claims['email'] !== undefined || claims['name'] !== undefined
  // Groups too: some issuers say them there alone.
  const lacksGroups = claims['groups'] === undefined && at.scope.split(' ').includes('groups')
  const asks = (!isSaid || lacksGroups) && config.serverMetadata().userinfo_endpoint !== undefined
  const asked: Record<string, unknown> | undefined = asks
    ? await library.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => undefined)
    : claims
  const said = asked ?? claims
  const name = textOf(said['name'], 60) ?? textOf(at.nameIn?.(coming.arrived), 60)
  const email = textOf(said['email'], 254)
  // OpenID Connect allows 255 characters, ASCII only.
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) return refuse({ code: 'way_refused' })
  // Apple says it as a text.
  const isEmailVerified = said['email_verified'] === true || said['email_verified'] === 'true'
  return ok({
    issuer: claims.iss,
    subject: claims.sub,
    ...(name && { name }),
    ...(email?.includes('@') && { email, isEmailVerified }),
    ...(asked?.['groups'] !== undefined && { groups: groupsIn(asked['groups']) }),
  })
}

/** The library compares the algorithm, the claims and the nonce; a signature by the client's own secret it leaves to others. */
async function verifyBySecret(idToken: string, { issuer, clientId, secret }: OpenIdClient, now: Date): Promise<void> {
  if (typeof secret !== 'string') throw new Error('an ID token is signed by a secret that is not known')
  const rules = { issuer, audience: clientId, algorithms: ['HS256'], currentDate: now, clockTolerance: 30 }
  await jwtVerify(idToken, new TextEncoder().encode(secret), rules)
}

/** Names of groups; anything but a list of texts names none. */
const groupsIn = (value: unknown): string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : []

const textOf = (value: unknown, most: number): string | undefined => {
  const text =
    typeof value === 'string'
      ? value
          .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
          .trim()
          .toWellFormed()
      : ''
  return text === '' ? undefined : [...text].slice(0, most).join('')
}

/** Requests of one call of the library; `failed` is why the issuer could not be asked. */
export type Line = { fetch: CustomFetch; failed: string | undefined }

const withoutBody = new Set([204, 205, 304])

export function lineTo(ask: AskIssuer): Line {
  const line: Line = {
    failed: undefined,
    async fetch(url, { method, headers, body }) {
      const answer = await ask({ method: method === 'POST' ? 'POST' : 'GET', url, headers, ...(body ? { body: String(body) } : {}) })
      if ('failed' in answer) {
        line.failed = answer.failed
        throw new Error(answer.failed)
      }
      return new Response(withoutBody.has(answer.status) ? null : answer.text, { status: answer.status, headers: answer.headers })
    },
  }
  return line
}

function refusalOf(error: unknown, line: Line): WayRefusal['code'] {
  if (line.failed !== undefined) return 'way_unreachable'
  const { error: said, status } = error as { error?: unknown; status?: unknown }
  if (typeof said === 'string' && cancelled.has(said)) return 'way_cancelled'
  if (typeof said === 'string' && failing.has(said)) return 'way_unreachable'
  if (typeof status === 'number' && status >= 500) return 'way_unreachable'
  return isServerFailing(error) ? 'way_unreachable' : 'way_refused'
}

/** An answer that is not the protocol's has the response as its cause. */
const isServerFailing = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response && cause.status >= 500
}

/** A code of the protocol or of the library, or its sentence: never what a token or an address says. */
export function reasonIn(error: unknown, line: Line): string {
  if (line.failed !== undefined) return line.failed
  const { error: said, code } = error as { error?: unknown; code?: unknown }
  const words = error instanceof Error ? error.message : undefined
  // What an issuer's answer says came with the browser.
  const parts = [typeof said === 'string' && /^[\w.-]{1,40}$/.test(said) ? said : undefined, code, words]
  return parts
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 200)
}
