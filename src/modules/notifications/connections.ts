import type { SmsConfig } from '#config.ts'
import * as m from '#i18n/generated/messages.js'
import type { Check, Checked } from '#modules/module.ts'
import { hidden, masked, maskedUrl, shown, type ShownSetting } from '#modules/settings/connection-rules.ts'
import type { Connection } from '#modules/settings/test-connection.ts'
import type { Carriers } from './carrier.ts'
import { checkMail } from './check-mail.ts'
import { checkTexts } from './check-texts.ts'
import type { Channel } from './rules.ts'
import { sendTestMessage } from './send-letter-again.ts'

export const mailCheck: Check = {
  subject: 'mail',
  find: (config) => checkMail(config),
  connection: (config, carriers) => ({
    title: m.connection_mail,
    use: m.connection_mail_use,
    settings: [shown('SMTP_URL', maskedUrl(config.smtpUrl)), shown('MAIL_FROM', config.mailFrom)],
    ...carriedBy('mail', config.smtpUrl !== undefined, config, carriers),
  }),
}

export const textsCheck: Check = {
  subject: 'texts',
  find: (config) => checkTexts(config),
  connection: (config, carriers) => ({
    title: m.connection_texts,
    use: m.connection_texts_use,
    settings: [shown('SMS_PROVIDER', config.sms?.provider ?? null), ...(config.sms ? textSettings(config.sms) : [])],
    ...carriedBy('sms', config.sms !== undefined, config, carriers),
  }),
}

function carriedBy(
  channel: Channel,
  isSet: boolean,
  { demo, publicUrl }: Checked,
  carriers: Carriers,
): Pick<Connection, 'isSet' | 'isDemo' | 'send'> {
  const carrier = carriers[channel]
  const message: NonNullable<Connection['send']>['message'] | undefined =
    isSet && carrier ? ({ address, locale }) => sendTestMessage(carrier, { channel, address, publicUrl, locale }) : undefined
  return { isSet, isDemo: demo && !isSet, send: message && { to: channel === 'mail' ? 'email' : 'mobile', message } }
}

function textSettings(sms: SmsConfig): ShownSetting[] {
  if (sms.provider === 'mitake')
    return [shown('SMS_URL', sms.url), shown('SMS_USERNAME', masked(sms.username)), shown('SMS_PASSWORD', hidden(sms.password))]
  const { url, accountSid, authToken, from } = sms
  return [
    shown('SMS_URL', url),
    shown('SMS_ACCOUNT_SID', masked(accountSid)),
    shown('SMS_AUTH_TOKEN', hidden(authToken)),
    shown('SMS_FROM', from),
  ]
}
