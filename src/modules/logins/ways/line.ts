import { serviceUrl, text } from '#config.ts'
import { inEach } from '#i18n/words.ts'
import type { LoginWay } from '../way.ts'
import { checkOpenId } from './check-open-id.ts'
import { openWithOpenId, type OpenIdClient } from './open-id.ts'

type LineSettings = { issuer: string; channelId: string; channelSecret: string; scope: string }

/**
 * LINE Login, for web pages (developers.line.biz/en/docs/line-login). Its ID tokens are signed by the channel secret with HS256, though
 * its description names ES256, which is what its apps get. It says no `email_verified`, and gives addresses only to channels that have
 * applied for them.
 */
export const line: LoginWay<LineSettings> = {
  name: 'line',
  title: inEach(() => 'LINE'),
  comesBackBy: 'address',
  settings: {
    variables: {
      LOGIN_LINE_CHANNEL_ID: text,
      LOGIN_LINE_CHANNEL_SECRET: text,
      LOGIN_LINE_SCOPE: text.default('openid profile'),
      LOGIN_LINE_ISSUER: serviceUrl.default('https://access.line.me'),
    },
    read: (values) => ({
      issuer: values['LOGIN_LINE_ISSUER']!,
      channelId: values['LOGIN_LINE_CHANNEL_ID']!,
      channelSecret: values['LOGIN_LINE_CHANNEL_SECRET']!,
      scope: values['LOGIN_LINE_SCOPE']!,
    }),
  },
  open: (settings, outside) => openWithOpenId(clientOf(settings), outside),
  check: (settings, outside) =>
    checkOpenId(clientOf(settings), { issuer: 'LOGIN_LINE_ISSUER', keys: 'LOGIN_LINE_CHANNEL_ID, LOGIN_LINE_CHANNEL_SECRET' }, outside),
}

const clientOf = ({ issuer, channelId, channelSecret, scope }: LineSettings): OpenIdClient => ({
  issuer,
  clientId: channelId,
  algorithm: 'HS256',
  scope,
  secret: channelSecret,
  secretIn: 'body',
})
