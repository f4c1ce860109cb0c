import type { Letterhead } from '#modules/notifications/mail-layout.ts'

export const testLetterhead: Letterhead = { name: '測試運動中心', contact: [], accent: null, logo: null }
export const readTestLetterhead = async (): Promise<Letterhead> => testLetterhead

/** The plain text of a mail as it came over SMTP: quoted-printable or base64 (RFC 2045). */
export function plainTextOf(letter: string): string {
  const part = letter.split(/^--[^\r\n]+\r?$/m).find((one) => /content-type: text\/plain/i.test(one)) ?? letter
  const [head = '', ...body] = part.trim().split(/\r?\n\r?\n/)
  const encoding = /content-transfer-encoding: *([\w-]+)/i.exec(head)?.[1]?.toLowerCase()
  const text = body.join('\n\n')
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuotedPrintable(text) : text
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
