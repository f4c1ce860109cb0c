import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import addressparser from 'nodemailer/lib/addressparser'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { ok, refuse } from '#lib/result.ts'
import type { Carrier, OutgoingMessage } from './carrier.ts'
import { layOutMail, type Letterhead, type ReadLetterhead } from './mail-layout.ts'
import type { SendFailure } from './rules.ts'

const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 10_000, socketTimeout: 30_000 }
export type Patience = Partial<typeof patience>
type Server = SMTPConnectionOptions & { auth?: SMTPConnectionAuth }

/** A server without STARTTLS gets neither mail nor password, unless the setting ends in ?requireTLS=false. */
export function smtpServer(url: string, waits: Patience = {}): Server {
  return { ...patience, requireTLS: true, ...(parseConnectionUrl(url) as Server), ...waits }
}

/** Uses nodemailer's SMTPConnection instead of a transport, which does not report whether the mail was already handed over when the connection broke. */
export function smtpCarrier(url: string, mailFrom: string, readLetterhead: ReadLetterhead, waits: Patience = {}): Carrier {
  const server = smtpServer(url, waits)
  const { name = '', address: sender = mailFrom } = addressparser(mailFrom, { flatten: true })[0] ?? {}
  return {
    name: 'smtp',
    keepsBody: false,
    async carry(message) {
      const letterhead = await readLetterhead(message.locale).catch((error: Error) => error)
      if (letterhead instanceof Error) return refuse({ code: 'temporary', reason: `the letterhead cannot be read: ${letterhead.message}` })
      const letter = await composeLetter(message, letterhead, { name, address: sender })
      let handedOver = false
      const content = new Readable({
        // Read only after the server's answer to DATA.
        read() {
          handedOver = true
          this.push(letter)
          this.push(null)
        },
      })
      try {
        return ok({ reference: await deliver(server, { from: sender, to: [message.recipient] }, content) })
      } catch (error) {
        return refuse(failureOf(error as SmtpError, handedOver))
      }
    },
  }
}

function composeLetter(
  { id, recipient, subject, body, attachments, locale }: OutgoingMessage,
  letterhead: Letterhead,
  from: { name: string; address: string },
): Promise<Buffer> {
  const { text, html } = layOutMail({ subject: subject ?? '', body, locale }, letterhead)
  const messageId = `<${id}@${from.address.split('@')[1] ?? 'localhost'}>`
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  // An address object, so that a recipient is one address whatever it contains.
  const letter = new MailComposer({
    // MAIL_FROM may name the sender; otherwise it is the centre.
    from: { name: from.name || letterhead.name, address: from.address },
    to: { name: '', address: recipient },
    subject: subject ?? '',
    text,
    html,
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    messageId,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return letter.compile().build()
}

function deliver(server: Server, envelope: { from: string; to: string[] }, content: Readable): Promise<string> {
  return onConnection(server, (connection, resolve, reject) =>
    connection.send(envelope, content, (error, sent) => (error ? reject(error) : resolve(sent.response))),
  )
}

/** Connects and logs in, if the setting names a user, and hands the connection over; closes it afterwards. */
export function onConnection<T>(
  { auth, ...server }: Server,
  work: (connection: SMTPConnection, resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const connection = new SMTPConnection(server)
  return new Promise<T>((resolve, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('The connection ended')))
    connection.connect((error) => {
      if (error) reject(error)
      else if (auth) connection.login(auth, (refused) => (refused ? reject(refused) : work(connection, resolve, reject)))
      else work(connection, resolve, reject)
    })
  }).finally(() => connection.close())
}

export type SmtpError = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number }

/** With an answer of the server the outcome is known. Without one it depends on whether sending the mail had begun. */
function failureOf({ message, code, originalCode, command, responseCode }: SmtpError, handedOver: boolean): SendFailure {
  const reason = [originalCode ?? code, command, message].filter(Boolean).join(' ').slice(0, 300)
  if (responseCode !== undefined && responseCode >= 400) {
    const aboutLetter = command === 'RCPT TO' || command === 'DATA'
    return { code: responseCode >= 500 && aboutLetter ? 'permanent' : 'temporary', reason }
  }
  return { code: handedOver ? 'unsure' : code === 'EENVELOPE' ? 'permanent' : 'temporary', reason }
}
