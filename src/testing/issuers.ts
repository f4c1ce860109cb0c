import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { startRealIssuer, type IssuerClient, type RealIssuer, type Said } from './real-issuer.ts'

/** Settings of a service that has the issuers, by the names of its environment. */
export type IssuerSettings = Record<string, string>

type Options = { host?: string; whoIs?(login: string): Said }

/**
 * The issuers of a service in tests, for the services at these addresses: one plays LINE, Google and Apple, each as it signs and comes
 * back; another is a city's, which says names and groups only to those who ask for them.
 */
export async function startIssuers(publicUrls: string[], options: Options = {}) {
  const secrets = { line: randomBytes(16).toString('hex'), google: randomBytes(16).toString('hex'), city: randomBytes(16).toString('hex') }
  const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const client = (way: string, algorithm: IssuerClient['algorithm'], secret: IssuerClient['secret']): IssuerClient => ({
    clientId: `${way}-client`,
    returnAddresses: publicUrls.map((url) => returnAddressAt(url, way)),
    algorithm,
    secret,
  })
  const apple = client('apple', 'RS256', { key: appleKey, keyId: 'KEY123', teamId: 'TEAM123' })
  const [world, city] = await Promise.all([
    startRealIssuer([client('line', 'HS256', secrets.line), client('google', 'RS256', secrets.google), apple], options),
    startRealIssuer([client('city', 'ES256', secrets.city)], { ...options, saysInToken: false }),
  ])
  const settings: IssuerSettings = {
    LOGIN_LINE_CHANNEL_ID: 'line-client',
    LOGIN_LINE_CHANNEL_SECRET: secrets.line,
    LOGIN_LINE_SCOPE: 'openid profile email',
    LOGIN_LINE_ISSUER: world.url,
    LOGIN_GOOGLE_CLIENT_ID: 'google-client',
    LOGIN_GOOGLE_CLIENT_SECRET: secrets.google,
    LOGIN_GOOGLE_ISSUER: world.url,
    LOGIN_APPLE_SERVICES_ID: 'apple-client',
    LOGIN_APPLE_TEAM_ID: 'TEAM123',
    LOGIN_APPLE_KEY_ID: 'KEY123',
    LOGIN_APPLE_PRIVATE_KEY: appleKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
    LOGIN_APPLE_ISSUER: world.url,
    LOGIN_CITY_ISSUER: city.url,
    LOGIN_CITY_CLIENT_ID: 'city-client',
    LOGIN_CITY_CLIENT_SECRET: secrets.city,
    LOGIN_CITY_TITLE: '市民卡',
    LOGIN_CITY_TITLE_EN: 'City Card',
    LOGIN_CITY_ALGORITHM: 'ES256',
    LOGIN_CITY_SCOPE: 'openid profile email groups',
  }
  return {
    world,
    city,
    settings,
    of: (way: string): RealIssuer => (way === 'city' ? city : world),
    close: async () => void (await Promise.all([world.close(), city.close()])),
  }
}

export const returnAddressAt = (publicUrl: string, way: string): string => `${publicUrl}/api/AccountMember/LoginWay/${way}/Return`
