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
  // The icon in its own green, which its guidelines allow to stand without text: white words on that green could not be read by all.
  sign: {
    viewBox: '0 0 48 48',
    drawn:
      '<rect width="48" height="48" rx="10" fill="#06c755"/><path fill="#fff" transform="translate(8 8.6) scale(1.333)" d="M19.365 9.863c.349 0 .63.285.63.631 0 .345-.281.63-.63.63H17.61v1.125h1.755c.349 0 .63.283.63.63 0 .344-.281.629-.63.629h-2.386c-.345 0-.627-.285-.627-.629V8.108c0-.345.282-.63.63-.63h2.386c.346 0 .627.285.627.63 0 .349-.281.63-.63.63H17.61v1.125h1.755zm-3.855 3.016c0 .27-.174.51-.432.596-.064.021-.133.031-.199.031-.211 0-.391-.09-.51-.25l-2.443-3.317v2.94c0 .344-.279.629-.631.629-.346 0-.626-.285-.626-.629V8.108c0-.27.173-.51.43-.595.06-.023.136-.033.194-.033.195 0 .375.104.495.254l2.462 3.33V8.108c0-.345.282-.63.63-.63.345 0 .63.285.63.63v4.771zm-5.741 0c0 .344-.282.629-.631.629-.345 0-.627-.285-.627-.629V8.108c0-.345.282-.63.63-.63.346 0 .628.285.628.63v4.771zm-2.466.629H4.917c-.345 0-.63-.285-.63-.629V8.108c0-.345.285-.63.63-.63.348 0 .63.285.63.63v4.141h1.756c.348 0 .629.283.629.63 0 .344-.282.629-.629.629M24 10.314C24 4.943 18.615.572 12 .572S0 4.943 0 10.314c0 4.811 4.27 8.842 10.035 9.608.391.082.923.258 1.058.59.12.301.079.766.038 1.08l-.164 1.02c-.045.301-.24 1.186 1.049.645 1.291-.539 6.916-4.078 9.436-6.975C23.176 14.393 24 12.458 24 10.314"/>',
  },
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
