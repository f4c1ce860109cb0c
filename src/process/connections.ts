import type { Config, SmsConfig } from '#config.ts'
import { checkStorage } from '#modules/files/check-storage.ts'
import type { Carriers } from '#modules/notifications/carrier.ts'
import { checkMail } from '#modules/notifications/check-mail.ts'
import { checkTexts } from '#modules/notifications/check-texts.ts'
import { sendTestMessage } from '#modules/notifications/send-letter-again.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import { checkIssuers, shownInvoiceSettings } from '#modules/invoices/issuers.ts'
import { checkProviders, shownSettings } from '#modules/payments/providers.ts'
import { hidden, masked, maskedUrl, type ShownSetting } from '#modules/settings/connection-rules.ts'
import type { Connection, Connections } from '#modules/settings/test-connection.ts'

type Settings = Pick<Config, 'demo' | 'smtpUrl' | 'mailFrom' | 'sms' | 'payments' | 'invoices' | 'storage' | 'publicUrl'>

/** What the settings connect the centre to, with the doctor's checks. */
export function openConnections(config: Settings, carriers: Carriers): Connections {
  const { demo, smtpUrl, mailFrom, sms, payments, storage, publicUrl } = config
  const sender = (channel: Channel, isSet: boolean): Connection['send'] => {
    const carrier = carriers[channel]
    return isSet && carrier ? ({ address, locale }) => sendTestMessage(carrier, { channel, address, publicUrl, locale }) : undefined
  }
  return {
    mail: {
      isSet: smtpUrl !== undefined,
      isDemo: demo && smtpUrl === undefined,
      settings: [shown('SMTP_URL', maskedUrl(smtpUrl)), shown('MAIL_FROM', mailFrom)],
      check: () => checkMail(config),
      send: sender('mail', smtpUrl !== undefined),
    },
    texts: {
      isSet: sms !== undefined,
      isDemo: demo && sms === undefined,
      settings: [shown('SMS_PROVIDER', sms?.provider ?? null), ...(sms ? textSettings(sms) : [])],
      check: () => checkTexts(config),
      send: sender('sms', sms !== undefined),
    },
    payment: {
      isSet: Object.values(payments).some((set) => !set.demo),
      isDemo: Object.values(payments).some((set) => set.demo),
      settings: shownSettings(config),
      check: (now) => checkProviders(config, now),
      send: undefined,
    },
    invoices: {
      isSet: config.invoices?.settings.demo === false,
      isDemo: config.invoices?.settings.demo === true,
      settings: shownInvoiceSettings(config),
      check: (now) => checkIssuers(config, now),
      send: undefined,
    },
    storage: {
      isSet: true,
      isDemo: false,
      settings: storageSettings(storage),
      check: () => checkStorage(storage),
      send: undefined,
    },
  }
}

const shown = (name: string, value: string | null): ShownSetting => ({ name, value })

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

function storageSettings(storage: Config['storage']): ShownSetting[] {
  if (storage.kind === 'disk') return [shown('STORAGE_KIND', 'disk'), shown('STORAGE_DIR', storage.dir)]
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = storage
  return [
    shown('STORAGE_KIND', 's3'),
    shown('STORAGE_BUCKET', bucket),
    shown('STORAGE_REGION', region),
    shown('STORAGE_ENDPOINT', endpoint ?? null),
    shown('STORAGE_ACCESS_KEY_ID', masked(accessKeyId)),
    shown('STORAGE_SECRET_ACCESS_KEY', hidden(secretAccessKey)),
  ]
}
