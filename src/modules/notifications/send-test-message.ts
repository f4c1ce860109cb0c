import { randomUUID } from 'node:crypto'
import { found, type Finding } from '#http/findings.ts'
import type { Locale } from '#i18n/locale.ts'
import { m } from '#i18n/generated/messages.js'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Carrier } from './carrier.ts'
import type { Channel } from './rules.ts'

const subjects = { mail: 'mail', sms: 'texts' } as const satisfies Record<Channel, Finding['subject']>
const network = new Set(['unknown_host', 'refused', 'timeout', 'certificate', 'certificate_name', 'certificate_expired'])

export type TestMessage = { channel: Channel; address: string; publicUrl: string; locale: Locale }

/** Hands a message to the carrier at once, not through the queue: whoever asked waits for the outcome. */
export async function sendTestMessage(carrier: Carrier, { channel, address, publicUrl, locale }: TestMessage): Promise<Finding> {
  const subject = channel === 'mail' ? m.connection_test_subject({}, { locale }) : null
  const body = (channel === 'mail' ? m.connection_test_mail : m.connection_test_text)({ site: publicUrl }, { locale })
  const carried = await carrier.carry({ id: randomUUID(), recipient: address, subject, body, attachments: [], locale })
  if (carried.ok) return found(subjects[channel], channel === 'mail' ? 'mail_sent' : 'texts_sent', { recipient: address })
  const { reason } = carried.refusal
  const fault = networkFaultOf(reason)
  if (network.has(fault))
    return found(subjects[channel], fault, { host: carrier.name, setting: channel === 'mail' ? 'SMTP_URL' : 'SMS_URL', reason })
  return found(subjects[channel], channel === 'mail' ? 'mail_rejected' : 'texts_rejected', { reason: reason.slice(0, 160) })
}
