import { serviceUrl, text } from '#config.ts'
import { inEach } from '#i18n/words.ts'
import type { LoginWay } from '../way.ts'
import { checkOpenId } from './check-open-id.ts'
import { openWithOpenId, type OpenIdClient } from './open-id.ts'

type GoogleSettings = { issuer: string; clientId: string; clientSecret: string }

/** Google (developers.google.com/identity/openid-connect). Accounts are told apart by `sub`: an address can pass to somebody else. */
export const google: LoginWay<GoogleSettings> = {
  name: 'google',
  title: inEach(() => 'Google'),
  comesBackBy: 'address',
  settings: {
    variables: {
      LOGIN_GOOGLE_CLIENT_ID: text,
      LOGIN_GOOGLE_CLIENT_SECRET: text,
      LOGIN_GOOGLE_ISSUER: serviceUrl.default('https://accounts.google.com'),
    },
    read: (values) => ({
      issuer: values['LOGIN_GOOGLE_ISSUER']!,
      clientId: values['LOGIN_GOOGLE_CLIENT_ID']!,
      clientSecret: values['LOGIN_GOOGLE_CLIENT_SECRET']!,
    }),
  },
  open: (settings, outside) => openWithOpenId(clientOf(settings), outside),
  check: (settings, outside) =>
    checkOpenId(clientOf(settings), { issuer: 'LOGIN_GOOGLE_ISSUER', keys: 'LOGIN_GOOGLE_CLIENT_ID, LOGIN_GOOGLE_CLIENT_SECRET' }, outside),
}

const clientOf = ({ issuer, clientId, clientSecret }: GoogleSettings): OpenIdClient => ({
  issuer,
  clientId,
  algorithm: 'RS256',
  scope: 'openid profile email',
  secret: clientSecret,
  secretIn: 'body',
  // Whoever has several accounts is asked which one.
  parameters: { prompt: 'select_account' },
})
