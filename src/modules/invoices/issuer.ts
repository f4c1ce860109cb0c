import type { InvoiceSettings, SettingsReader } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { Finding } from '#http/findings.ts'
import type { Words } from '#i18n/words.ts'
import type { Send } from '#modules/payments/provider.ts'
import type { ShownSetting } from '#modules/settings/connection-rules.ts'
import type { Buyer, BuyerKind } from './buyer-rules.ts'
import type { InvoiceLine } from './rules.ts'

/**
 * An issuer of invoices or receipts. Its record is in its own folder of `issuers/`, and `issuers.ts` lists it. What needs no settings is
 * in the record, so that it is known of an issuer that is no longer set.
 */
export type Issuer<S extends InvoiceSettings = InvoiceSettings> = {
  /** Value of INVOICE_ISSUER, and written to invoices: never changed, and of a-z, 0-9 and hyphens. */
  name: string
  /** As the console calls it. */
  title: Words
  /** What people call its paper. */
  paper: 'invoice' | 'receipt'
  /** Kinds of buyers that it knows. The first is taken where nobody has said anything. */
  buyers: readonly [BuyerKind, ...BuyerKind[]]
  settings: Omit<SettingsReader<S>, 'name'> & {
    /** For the demo; undefined: the demo cannot play this issuer. */
    demo: ((publicUrl: string) => S) | undefined
  }
  /** Its settings as the console shows them: no secret can be read back. Undefined: it is not set. */
  shown(settings: S | undefined): ShownSetting[]
  /** From when on one that was issued then cannot be voided; undefined: always possible. */
  voidableBefore(issuedAt: Date): Date | undefined
  /** Whether a part can be given back without voiding. */
  canAllow: boolean
  open(settings: S, means: Means): IssuerCalls
  /** The doctor's check. Issues nothing. */
  check(settings: S, send: Send, now: Date): Promise<Finding[]>
}

/** What an issuer works with: the network, or, where the centre is its own issuer, the database. */
export type Means = { send: Send; db: Db }

/** What an issuer does with its settings. Amounts include the tax. */
export type IssuerCalls = {
  issue(paper: NewPaper, now: Date): Promise<Answer<IssuedPaper>>
  void(paper: PaperAtIssuer, reason: string, now: Date): Promise<Answer<object>>
  /** `relateNo`: ours, for issuers that know one of allowances. */
  allow(paper: PaperAtIssuer, allowance: NewAllowance, now: Date): Promise<Answer<{ number: string }>>
  voidAllowance(paper: PaperAtIssuer, allowanceNo: string, reason: string, now: Date): Promise<Answer<object>>
  /** What the issuer knows under our number. */
  ask(paper: Pick<NewPaper, 'relateNo' | 'amount'>, now: Date): Promise<Asked>
  /** The allowances of an invoice that are not void; `unknowable` where the issuer has no such question. */
  askAllowances(paper: PaperAtIssuer, now: Date): Promise<{ kind: 'found'; allowances: { number: string; amount: number }[] } | NotFound>
  /** Whether a carrier, a donation code or the number of a business exists; `unsure`: the issuer does not say, which is no reason to refuse it. */
  checkBuyer(buyer: Buyer, now: Date): Promise<'known' | 'unknown' | 'unsure'>
}

/** An issuer that is set. */
export type OpenIssuer = IssuerCalls & Pick<Issuer, 'name' | 'paper' | 'buyers'>

export type NewPaper = {
  relateNo: string
  orderNo: string
  amount: number
  lines: readonly InvoiceLine[]
  buyer: Buyer
  /** Of the buyer, for notes of the issuer; one of email and mobile is given. Empty: unknown. */
  contact: { name: string; email: string; mobile: string }
  /** Name of the till in which the money is. */
  till: string | null
}
export type NewAllowance = { relateNo: string; amount: number; text: string; contact: NewPaper['contact'] }
export type IssuedPaper = { number: string; randomCode: string | null; issuedAt: Date; marks?: PaperMarks }
/** Contents of the two QR codes on the paper, where the issuer answers them. */
export type PaperMarks = { left: string; right: string }
/** `rest`: without its allowances, which are known to us. */
export type PaperAtIssuer = { relateNo: string; number: string; amount: number; rest: number; issuedAt: Date }

/**
 * `refused`: the issuer says no, and will say so again. `later`: it did nothing, and may do it later (not reached, busy, wrong keys).
 * `unclear`: it may have done it; only asking tells.
 */
export type Answer<T> = { kind: 'done'; value: T } | { kind: 'refused' | 'later' | 'unclear'; code: string; words: string }

export type Asked = { kind: 'found'; paper: IssuedPaper & { amount: number; isVoid: boolean } } | NotFound
type NotFound = { kind: 'unknown' } | { kind: 'unknowable' } | { kind: 'no-answer'; words: string }
