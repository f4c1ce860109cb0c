import { isTaxId } from '#lib/taiwan-tax-id.ts'

/**
 * The buyer of an invoice: a carrier (載具) that keeps it instead of paper, a donation, a business with its number, or paper.
 * `member`: the issuer's own carrier, which tells its holder by mail.
 */
export const buyerKinds = ['member', 'mobile', 'citizen', 'donation', 'business', 'paper'] as const
export type BuyerKind = (typeof buyerKinds)[number]

/** `code`: of a carrier, or of who gets the donation. */
export type Buyer = { kind: BuyerKind; code: string; taxId: string; title: string }

export const plainBuyer = { kind: 'member', code: '', taxId: '', title: '' } as const satisfies Buyer

const codePatterns = {
  /** Barcode of a mobile (手機條碼). */
  mobile: /^\/[0-9A-Z.+-]{7}$/,
  /** Number of a citizen's certificate (自然人憑證). */
  citizen: /^[A-Z]{2}\d{14}$/,
  /** Code of a charity (捐贈碼). */
  donation: /^\d{3,7}$/,
} as const

export type BuyerRefusal =
  | { code: 'carrier_wrong'; path: 'code' }
  | { code: 'donation_wrong'; path: 'code' }
  | { code: 'tax_id_wrong'; path: 'taxId' }
  | { code: 'title_missing'; path: 'title' }

const hasCode = (kind: BuyerKind): kind is keyof typeof codePatterns => Object.hasOwn(codePatterns, kind)

/** Carriers are read by scanners and typed by thumbs: capitals, and no spaces. */
const tidyCode = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()

/** Drops what does not belong to its kind, so that nothing is kept that nobody needs. */
export function tidyBuyer({ kind, code, taxId, title }: Buyer): Buyer {
  return {
    kind,
    code: hasCode(kind) ? tidyCode(code) : '',
    taxId: kind === 'business' ? tidyCode(taxId) : '',
    title: kind === 'business' ? title.trim() : '',
  }
}

/** Whether a tidy buyer can be right, by the rules of the tax office. */
export function whyNotBuyer({ kind, code, taxId, title }: Buyer): BuyerRefusal | undefined {
  if (hasCode(kind) && !codePatterns[kind].test(code))
    return { code: kind === 'donation' ? 'donation_wrong' : 'carrier_wrong', path: 'code' }
  if (kind !== 'business') return undefined
  if (!isTaxId(taxId)) return { code: 'tax_id_wrong', path: 'taxId' }
  return title === '' ? { code: 'title_missing', path: 'title' } : undefined
}

/** A carrier as somebody else may read it: the barcode of a mobile is a key to all invoices of its holder. */
export const maskedCode = ({ kind, code }: Pick<Buyer, 'kind' | 'code'>): string =>
  kind === 'mobile' || kind === 'citizen' ? `${code.slice(0, 2)}${'•'.repeat(Math.max(0, code.length - 4))}${code.slice(-2)}` : code

/** What was scanned or typed at a desk, by its form: a carrier, the number of a business, or a donation code; undefined: none of them. */
export function buyerIn(scanned: string): Buyer | undefined {
  const text = tidyCode(scanned)
  const kind = (['mobile', 'citizen', 'donation'] as const).find((one) => codePatterns[one].test(text))
  if (kind) return { ...plainBuyer, kind, code: text }
  // The paper names a business by its number; its title is not asked for while others wait.
  return isTaxId(text) ? { kind: 'business', code: '', taxId: text, title: text } : undefined
}
