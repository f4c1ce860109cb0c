import type { Config } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Patience, SmtpError } from './smtp.ts'

const setting = 'SMTP_URL'
/** The sender that MAIL_FROM has when it is not set: mail of this domain is thrown away by its receivers. */
const exampleSender = /@example\.(?:com|org|net)>?\s*$/i

/** Connects to the mail server of the settings and logs in, without sending anything. */
export async function checkMail(
  { smtpUrl, mailFrom, demo }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'demo'>,
  waits: Patience = {},
): Promise<Finding[]> {
  if (smtpUrl === undefined) return [found('mail', demo ? 'mail_inbox' : 'mail_not_set')]
  const { onConnection, smtpServer } = await import('./smtp.ts')
  const server = smtpServer(smtpUrl, { connectionTimeout: 8000, greetingTimeout: 8000, dnsTimeout: 5000, socketTimeout: 8000, ...waits })
  const host = hostOf(server)
  const sender = exampleSender.test(mailFrom) ? [found('mail', 'mail_from_example')] : []
  try {
    await onConnection<void>(server, (_, resolve) => resolve())
    return [found('mail', server.auth ? 'mail_ready' : 'mail_ready_without_login', { host }), ...sender]
  } catch (error) {
    return [mailFault(error as SmtpError, host), ...sender]
  }
}

/** Of a failed connection or login. */
export function mailFault({ code, originalCode, command, message, responseCode }: SmtpError, host: string): Finding {
  const reason = [originalCode ?? code, message].filter(Boolean).join(' ').slice(0, 200)
  if (code === 'EAUTH' || command?.startsWith('AUTH')) return found('mail', 'login_refused', { host, setting })
  if (code === 'ETLS' && !/certificate|CERT/i.test(reason)) return found('mail', 'mail_no_starttls', { host })
  if (responseCode !== undefined) return found('mail', 'broken', { host, setting, reason: String(responseCode) })
  return found('mail', networkFaultOf(reason), { host, setting, reason: originalCode ?? code ?? 'closed' })
}

export function hostOf({
  host,
  port,
  secure,
}: {
  host?: string | undefined
  port?: number | string | undefined
  secure?: boolean | undefined
}): string {
  return `${host ?? 'localhost'}:${port ?? (secure ? 465 : 587)}`
}
