import type { Config } from '#config.ts'
import type { Log } from '#http/log.ts'
import { ok } from '#lib/result.ts'
import type { Carrier, Carriers } from './carrier.ts'
import type { ReadLetterhead } from './mail-layout.ts'
import { mitakeCarrier } from './mitake.ts'
import { twilioCarrier } from './twilio.ts'

/** The demo's carrier: sends nothing, because the inbox reads the row. */
const demoInbox: Carrier = { name: 'inbox', keepsBody: true, carry: async () => ok({ reference: undefined }) }

/** Opens the carriers of the settings, in the demo too. A channel without one goes to the demo's inbox, or its messages stay queued. */
export async function openCarriers(
  { demo, smtpUrl, mailFrom, sms }: Pick<Config, 'demo' | 'smtpUrl' | 'mailFrom' | 'sms'>,
  readLetterhead: ReadLetterhead,
  log: Log,
): Promise<Carriers> {
  const carriers: Carriers = demo ? { mail: demoInbox, sms: demoInbox } : {}
  if (smtpUrl) carriers.mail = (await import('./smtp.ts')).smtpCarrier(smtpUrl, mailFrom, readLetterhead)
  if (sms) carriers.sms = sms.provider === 'mitake' ? mitakeCarrier(sms) : twilioCarrier(sms)
  if (!carriers.mail) log.warn('SMTP_URL is not set: mails are not sent, they wait in the queue')
  if (!carriers.sms) log.warn('SMS_PROVIDER is not set: text messages are not sent, they wait in the queue')
  return carriers
}
