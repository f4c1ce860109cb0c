import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { startHttpStandIn, type HttpAnswer, type HttpCall } from '../http-stand-in.ts'
import type { HarbourSettings } from './way.ts'

export type Citizen = { sub: string; name?: string; email?: string }
type Entered = { citizen: Citizen; nonce: string; challenge: string; client: string; back: string }
const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The harbour town's issuer: it knows its citizens, gives out codes that work once, and signs what it says with its key. */
export async function startHarbour(clock: () => Date) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA' }] })
  const codes = new Map<string, Entered>()
  let isDown = false
  const server = await startHttpStandIn((call) => (isDown ? 'hang-up' : answer(call)))
  const settings: HarbourSettings = { url: server.url, client: 'fieldhouse' }

  function answer({ path, body }: HttpCall): HttpAnswer {
    if (path === '/keys') return { status: 200, body: keys }
    const asked = JSON.parse(body) as { client: string; code: string; verifier: string; return: string }
    const entered = codes.get(asked.code)
    codes.delete(asked.code)
    const isRight = entered?.challenge === createHash('sha256').update(asked.verifier).digest('base64url')
    if (!entered || !isRight || entered.client !== asked.client || entered.back !== asked.return) return { status: 400, body: '' }
    const { citizen, nonce, client } = entered
    const exp = Math.floor(clock().getTime() / 1000) + 60
    const said = `${coded({ alg: 'EdDSA' })}.${coded({ ...citizen, nonce, iss: server.url, aud: client, exp })}`
    return { status: 200, body: `${said}.${sign(null, Buffer.from(said), privateKey).toString('base64url')}` }
  }

  return {
    settings,
    /** A citizen shows their card at the address that we sent them to; answers where their browser goes then. */
    enter(address: string, citizen: Citizen, changed: { nonce?: string } = {}): string {
      const at = Object.fromEntries(new URL(address).searchParams) as Record<string, string>
      const code = randomUUID()
      const { nonce = '', challenge = '', client = '', return: back = '', state = '' } = { ...at, ...changed }
      codes.set(code, { citizen, nonce, challenge, client, back })
      return `${back}?${new URLSearchParams({ state, code })}`
    },
    /** A citizen goes back without showing it. */
    decline(address: string): string {
      const { searchParams } = new URL(address)
      return `${searchParams.get('return')}?${new URLSearchParams({ state: searchParams.get('state')!, declined: 'yes' })}`
    },
    down: (is: boolean) => void (isDown = is),
    close: () => server.close(),
  }
}
