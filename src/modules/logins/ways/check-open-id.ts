import { randomBytes } from 'node:crypto'
import type { Configuration, ServerMetadata } from 'openid-client'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { AskIssuer } from '../way.ts'
import { configure, lineTo, readDescription, type Line, type OpenIdClient } from './open-id.ts'

type Library = typeof import('openid-client')
/** Names of the settings that a finding is about. */
type Named = { issuer: string; keys: string }
type Asking = { ask: AskIssuer; returnAddress: string; now: Date }

/**
 * The doctor's check of an issuer of OpenID Connect: its description, the keys that it signs with, whether it takes our client id and
 * secret (by a code that nobody was given), and whether it sends browsers back to our address (by a login that may ask nobody).
 */
export async function checkOpenId(at: OpenIdClient, named: Named, { ask, returnAddress, now }: Asking): Promise<Finding[]> {
  const line = lineTo(ask)
  const library = await import('openid-client')
  const values = { host: new URL(at.issuer).host, setting: named.issuer }
  const server = await readDescription(library, at, line).catch((error: unknown) => whyNotRead(error, line, values))
  if ('code' in server) return [server as Finding]
  const config = configure(library, server as ServerMetadata, at, line, now)
  const wrong = [
    await checkKeys(at, server as ServerMetadata, ask, values),
    await checkSecret(library, config, returnAddress, line, { host: values.host, setting: named.keys }),
    await checkReturn(at, server as ServerMetadata, ask, returnAddress),
  ].filter((finding) => finding !== undefined)
  return wrong.length > 0 ? wrong : [found('login', 'login_way_ready', { host: values.host, address: returnAddress })]
}

function whyNotRead(error: unknown, line: Line, values: { host: string; setting: string }): Finding {
  if (line.failed !== undefined) return found('login', networkFaultOf(line.failed), { ...values, reason: line.failed })
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Response && cause.status !== 200) return foundStatus('login', cause.status, values)
  return found('login', 'login_way_not_understood', values)
}

type Jwks = { keys?: { kty?: string; alg?: string; use?: string }[] }

/** Nobody can log in where no key is published for the algorithm that we take. */
async function checkKeys(at: OpenIdClient, server: ServerMetadata, ask: AskIssuer, values: { host: string }): Promise<Finding | undefined> {
  if (at.algorithm === 'HS256') return undefined
  const kinds = { RS: 'RSA', PS: 'RSA', ES: 'EC', Ed: 'OKP' } as const
  const kind = kinds[at.algorithm.slice(0, 2) as keyof typeof kinds]
  const answer = server.jwks_uri ? await ask({ method: 'GET', url: server.jwks_uri }) : { failed: 'no address' }
  const jwks = 'failed' in answer ? undefined : readJson<Jwks>(answer.text)
  const fits = jwks?.keys?.some(({ kty, alg, use }) => kty === kind && (alg ?? at.algorithm) === at.algorithm && (use ?? 'sig') === 'sig')
  return fits ? undefined : found('login', 'login_way_no_key', { host: values.host, algorithm: at.algorithm })
}

/** A code that the issuer has given to nobody: `invalid_client` says that our id or secret is wrong, `invalid_grant` that only the code is. */
async function checkSecret(
  library: Library,
  config: Configuration,
  returnAddress: string,
  line: Line,
  values: { host: string; setting: string },
): Promise<Finding | undefined> {
  const back = new URL(
    `${returnAddress}?${new URLSearchParams({ code: randomBytes(16).toString('hex'), iss: config.serverMetadata().issuer })}`,
  )
  const pkceCodeVerifier = randomBytes(32).toString('base64url')
  const error: unknown = await library.authorizationCodeGrant(config, back, { pkceCodeVerifier }).catch((thrown: unknown) => thrown)
  if (line.failed !== undefined) return found('login', networkFaultOf(line.failed), { ...values, reason: line.failed })
  const { error: said, status } = error as { error?: unknown; status?: unknown }
  const isRefused = said === 'invalid_client' || said === 'unauthorized_client' || status === 401
  return isRefused ? found('login', 'keys_refused', values) : undefined
}

/** `prompt=none` asks nobody: the browser would be sent back at once, unless the issuer does not know the address. */
async function checkReturn(at: OpenIdClient, server: ServerMetadata, ask: AskIssuer, returnAddress: string): Promise<Finding | undefined> {
  if (!server.authorization_endpoint) return found('login', 'login_way_not_understood', { host: new URL(at.issuer).host, setting: '' })
  const asked = new URL(server.authorization_endpoint)
  const some = () => randomBytes(32).toString('base64url')
  const parameters = {
    client_id: at.clientId,
    response_type: 'code',
    redirect_uri: returnAddress,
    scope: at.scope,
    state: some(),
    nonce: some(),
    code_challenge: some(),
    code_challenge_method: 'S256',
    ...at.parameters,
    prompt: 'none',
  }
  for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, value)
  const answer = await ask({ method: 'GET', url: asked.href })
  // Whoever posts a form back may do so with any status.
  const isSentBack = 'failed' in answer || answer.status < 400 || answer.status >= 500 || answer.text.includes(`action="${returnAddress}"`)
  if (isSentBack) return undefined
  return found('login', 'login_way_address_refused', { host: new URL(at.issuer).host, address: returnAddress })
}

function readJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
