import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { serviceUrl, text } from '#config.ts'
import { found } from '#http/findings.ts'
import { inEach } from '#i18n/words.ts'
import type { LoginWay } from '../way.ts'
import { checkOpenId } from './check-open-id.ts'
import { openWithOpenId, type OpenIdClient } from './open-id.ts'

type AppleSettings = { issuer: string; clientId: string; teamId: string; keyId: string; privateKey: KeyObject }

/** Apple takes a client secret for six months at most. Ours is made for one request. */
const secretSeconds = 300

/**
 * Sign in with Apple, for web pages (developer.apple.com/documentation/signinwithapple). The client secret is a JWT that we sign. Who asks
 * for name or address is answered by a form that Apple's page posts; the name is in it only at the first login, and is not signed.
 */
export const apple: LoginWay<AppleSettings> = {
  name: 'apple',
  title: inEach(() => 'Apple'),
  // In the colour of the words, as its guidelines have it for black and white buttons.
  sign: {
    viewBox: '-2 -1 28 26',
    drawn:
      '<path fill="currentColor" d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701"/>',
  },
  comesBackBy: 'form',
  settings: {
    variables: {
      LOGIN_APPLE_SERVICES_ID: text,
      LOGIN_APPLE_TEAM_ID: text,
      LOGIN_APPLE_KEY_ID: text,
      LOGIN_APPLE_PRIVATE_KEY: z
        .string()
        .transform((typed) => typed.replaceAll('\\n', '\n'))
        .refine((pem) => keyIn(pem) !== undefined, 'must be the whole .p8 file of the key, with its line breaks or with \\n for each'),
      LOGIN_APPLE_ISSUER: serviceUrl.default('https://appleid.apple.com'),
    },
    read: (values) => ({
      issuer: values['LOGIN_APPLE_ISSUER']!,
      clientId: values['LOGIN_APPLE_SERVICES_ID']!,
      teamId: values['LOGIN_APPLE_TEAM_ID']!,
      keyId: values['LOGIN_APPLE_KEY_ID']!,
      privateKey: keyIn(values['LOGIN_APPLE_PRIVATE_KEY']!)!,
    }),
  },
  open: (settings, outside) => openWithOpenId(clientOf(settings), outside),
  async check(settings, outside) {
    const keys = 'LOGIN_APPLE_SERVICES_ID, LOGIN_APPLE_TEAM_ID, LOGIN_APPLE_KEY_ID, LOGIN_APPLE_PRIVATE_KEY'
    const findings = await checkOpenId(clientOf(settings), { issuer: 'LOGIN_APPLE_ISSUER', keys }, outside)
    const isTaken = outside.returnAddress.startsWith('https:')
    return isTaken ? findings : [...findings, found('login', 'login_way_needs_https', { host: new URL(settings.issuer).host })]
  },
}

/** ES256 is over the curve P-256, and nothing else. */
function keyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

const clientOf = ({ issuer, clientId, teamId, keyId, privateKey }: AppleSettings): OpenIdClient => ({
  issuer,
  clientId,
  algorithm: 'RS256',
  scope: 'openid name email',
  secretIn: 'body',
  secret(now) {
    const seconds = Math.floor(now.getTime() / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + secretSeconds)
      .sign(privateKey)
  },
  parameters: { response_mode: 'form_post' },
  nameIn: (arrived) => nameIn(arrived.get('user')),
})

const User = z.object({ name: z.object({ firstName: z.string().default(''), lastName: z.string().default('') }) })

/** As written in the language of the name: family name first, without a space, where it is Chinese. */
function nameIn(user: string | null): string | undefined {
  if (user === null) return undefined
  try {
    const { firstName, lastName } = User.parse(JSON.parse(user)).name
    return /\p{Script=Han}/u.test(lastName + firstName) ? `${lastName}${firstName}` : `${firstName} ${lastName}`.trim()
  } catch {
    return undefined
  }
}
