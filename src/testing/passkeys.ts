import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Answer, TestService } from './test-service.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** How an authenticator misbehaves, for tests of refusals. */
type Odd = { origin?: string; rpId?: string; isVerified?: boolean; challenge?: string; counter?: number; type?: string }

/** An authenticator in software (WebAuthn, attestation `none`): makes one key and signs with it. */
export class TestPasskey {
  readonly id = base64url(randomBytes(16))
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  userHandle: string | undefined
  /** Grows with each signature; 0 for keys that are synchronised, which do not count. */
  counter: number

  constructor({ counter = 0 }: { counter?: number } = {}) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
    this.counter = counter
  }

  /** The answer to navigator.credentials.create. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, odd: Odd = {}) {
    this.userHandle = options.user.id
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const idBytes = Buffer.from(this.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, idBytes.length]), idBytes, cose])
    const data = this.#authenticatorData(options.rp.id, 0x40, odd, attested)
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
    const attestationObject = base64url(Buffer.concat([head, Buffer.from([0x58, data.length]), data]))
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, odd)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: { clientDataJSON: base64url(clientDataJSON), attestationObject, transports: ['internal'] },
      clientExtensionResults: {},
    }
  }

  /** The answer to navigator.credentials.get. */
  get(options: { challenge: string; rpId: string }, odd: Odd = {}) {
    if (this.counter > 0) this.counter++
    const data = this.#authenticatorData(options.rpId, 0, odd)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, odd)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), this.#privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: this.userHandle,
      },
      clientExtensionResults: {},
    }
  }

  #authenticatorData(rpId: string, flags: number, { rpId: otherId, isVerified = true, counter }: Odd, more = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    return Buffer.concat([sha256(otherId ?? rpId), Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), count, more])
  }

  #clientData(type: string, challenge: string, odd: Odd): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? 'http://localhost:3000',
        crossOrigin: false,
      }),
    )
  }
}

type As = { token: string }

/** Adds a passkey to the account of this session. */
export async function addPasskey(service: TestService, as: As, passkey = new TestPasskey(), name = '手機'): Promise<Answer> {
  const options = await service.call('POST', '/api/AccountMember/Passkey/Options', { as })
  if (options.status !== 200) return options
  return service.call('POST', '/api/AccountMember/Passkey', { as, body: { name, passkey: passkey.create(options.body) } })
}

/** Shows a passkey as the second factor. */
export async function provePasskey(service: TestService, as: As, passkey: TestPasskey, odd: Odd = {}): Promise<Answer> {
  const options = await service.call('POST', '/api/AccountMember/SecondFactor/PasskeyOptions', { as })
  if (options.status !== 200) return options
  return service.call('POST', '/api/AccountMember/SecondFactor/Passkey', { as, body: { passkey: passkey.get(options.body, odd) } })
}

/** Asks to log in by a passkey; `cookie` is the browser's. */
export async function askForPasskeyLogin(service: TestService): Promise<{ options: { challenge: string; rpId: string }; cookie: string }> {
  const asked = await service.call('POST', '/api/AccountMember/Login/PasskeyOptions')
  return { options: asked.body, cookie: asked.headers.get('set-cookie')!.split(';')[0]! }
}

export async function logInByPasskey(service: TestService, passkey: TestPasskey, odd: Odd = {}): Promise<Answer> {
  const { options, cookie } = await askForPasskeyLogin(service)
  return service.call('POST', '/api/AccountMember/Login/Passkey', { body: { passkey: passkey.get(options, odd) }, headers: { cookie } })
}
