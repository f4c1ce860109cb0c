import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readName } from '#modules/centre/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Locale } from '#i18n/locale.ts'
import type { LoginDeps, ProvingDeps } from './deps.ts'
import { findLink, useLink } from './link-store.ts'
import { alreadyMemberLetter, confirmLetter } from './letters.ts'
import { makeLink, tellOfContactChange } from './tell-of-contact-change.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import {
  findConfirmed,
  findLatestUnconfirmed,
  readContact,
  readProvenMobile,
  readRegisteringHash,
  readSecretHash,
  updateMemberRow,
  readConfirmedAt,
} from '#modules/accounts/store.ts'
import { dropSubjectsBefore, keepSubjects } from './subject-store.ts'
import { fingerprint, fitsBinding, type LinkPurpose } from './tokens.ts'
import { openSession, type LoggedIn, type LoginCaller } from './log-in.ts'

type ConfirmationAsked = { cause: string } & ({ memberId: string } | { email: string })
type MailKind = 'confirmation-asked' | 'reset-link-asked'
export type AskRefusal = { code: 'too_many_requests'; retryAfterSeconds: number }

/** Sends the confirmation again. Answers 204 whether or not the address is known; a job looks it up. */
export async function askForConfirmation(
  deps: LoginDeps,
  asked: { email: string; address: string },
  now: Date,
): Promise<Result<void, AskRefusal>> {
  return askByMail(deps, asked, 'confirmation-asked', now)
}

/** Rate limit of an unconfirmed address: whether it may get another mail of this kind in this hour, whoever asks. */
export async function mayMailTo(trx: Trx, kind: MailKind, email: string, now: Date): Promise<boolean> {
  const { links } = await readLimits(trx)
  return !(await takeTurn(trx, { key: `${kind}:${fingerprint(email)}`, limit: links.mailsPerAddressHour, seconds: 3600 }, now))
}

/** Enqueues a mail on request, within rate limits. The limit of the address itself is silent, because telling it would reveal that somebody asked before. */
export async function askByMail(
  deps: LoginDeps,
  { email, address }: { email: string; address: string },
  job: MailKind,
  now: Date,
): Promise<Result<void, AskRefusal>> {
  const { links } = await readLimits(deps.db)
  return inTransaction(deps.db, async (trx) => {
    const limited = await takeTurn(trx, { key: `ask-from:${addressGroup(address)}`, limit: links.asksPerCallerHour, seconds: 3600 }, now)
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    if (await mayMailTo(trx, job, email, now)) await deps.jobs.send(trx, job, { email, cause: randomUUID() })
    return ok(undefined)
  })
}

/** The job behind it: mails a new link to an unconfirmed address, or "you are a member already" to a confirmed one. */
export async function sendConfirmation(deps: LoginDeps, asked: ConfirmationAsked, now: Date): Promise<void> {
  const { links } = await readLimits(deps.db)
  await deps.db.transaction().execute(async (trx) => {
    const fresh = 'memberId' in asked ? await readContact(trx, asked.memberId) : await findLatestUnconfirmed(trx, asked.email)
    const email = 'email' in asked ? asked.email : fresh?.email
    if (email === undefined) return
    const known = await findConfirmed(trx, { email })
    if (known) return sendAlreadyMember(trx, deps, known, asked.cause, now)
    if (fresh) await sendConfirmLink(trx, deps, { ...fresh, purpose: 'confirm-email', cause: asked.cause, hours: links.confirmHours }, now)
  })
}

type LinkTo = { id: string; name: string; email: string; locale: Locale; purpose: LinkPurpose; cause: string; hours: number }

async function sendConfirmLink(trx: Trx, deps: LoginDeps, to: LinkTo, now: Date): Promise<void> {
  const token = await makeLink(trx, deps, { purpose: to.purpose, memberId: to.id, email: to.email, minutes: to.hours * 60 }, now)
  const link = `${deps.publicUrl}/emailValidation?token=${token}`
  await sendLetter(
    trx,
    deps,
    { ...to, cause: `confirm:${to.cause}` },
    confirmLetter(to.locale, { name: to.name, centre: await readName(trx, to.locale), link, hours: to.hours }),
    now,
  )
}

async function sendAlreadyMember(
  trx: Trx,
  deps: LoginDeps,
  to: { name: string; email: string; locale: Locale },
  cause: string,
  now: Date,
): Promise<void> {
  const letter = alreadyMemberLetter(to.locale, {
    name: to.name,
    centre: await readName(trx, to.locale),
    loginLink: `${deps.publicUrl}/login`,
    forgetLink: `${deps.publicUrl}/login/forget`,
  })
  await sendLetter(trx, deps, { ...to, cause: `confirm:${cause}` }, letter, now)
}

/** Mails a link to a member's new address, which replaces the old one when it is confirmed. Says nothing when the address is taken. */
export async function sendEmailChange(
  deps: LoginDeps,
  asked: { memberId: string; email: string; cause: string },
  now: Date,
): Promise<void> {
  const { links } = await readLimits(deps.db)
  await deps.db.transaction().execute(async (trx) => {
    const member = await readContact(trx, asked.memberId)
    // Closed meanwhile, or a club whose own login was erased.
    if (!member?.email) return
    const holder = await findConfirmed(trx, { email: asked.email })
    if (holder) return sendAlreadyMember(trx, deps, holder, asked.cause, now)
    await sendConfirmLink(
      trx,
      deps,
      { ...member, email: asked.email, purpose: 'change-email', cause: asked.cause, hours: links.confirmHours },
      now,
    )
  })
}

export type ConfirmRefusal =
  | { code: 'link_invalid' }
  /** In another browser nothing would be left to log in by, and no secret may be set instead. */
  | { code: 'link_elsewhere' }
  | { code: 'link_expired' }
  | { code: 'email_taken' }

/**
 * `registeredHere`: the member whose address this is, when the caller is the browser that registered them. `isWithoutLogin`: they were
 * known by another issuer only, and that link is gone.
 */
type Confirmed = { email: string; registeredHere?: string; isWithoutLogin?: true }

/** Confirms an address by its link; a second click on the same link succeeds too. `registeringKey` is from the caller's cookie. */
async function confirmEmail(
  deps: ProvingDeps,
  token: string,
  registeringKey: string | undefined,
  now: Date,
): Promise<Result<Confirmed, ConfirmRefusal>> {
  const link = await deps.tokens.readLink(token, now)
  if (link === 'expired') return refuse({ code: 'link_expired' })
  if (link === undefined || link.purpose === 'reset-secret') return refuse({ code: 'link_invalid' })
  return inTransaction<Confirmed, ConfirmRefusal>(deps.db, async (trx) => {
    const used = await useLink(trx, link.id, link.purpose, now)
    if (!used) {
      const before = await findLink(trx, link.id)
      const holder = before && (await findConfirmed(trx, { email: before.email }))
      return holder && holder.id === before.memberId ? ok({ email: before.email }) : refuse({ code: 'link_invalid' })
    }
    if (link.purpose === 'confirm-email') {
      const mobile = await readProvenMobile(trx, used.memberId)
      await deps.claimGuests(trx, { memberId: used.memberId, mobile }, now)
    }
    if (link.purpose === 'change-email') await tellOfContactChange(trx, deps, { memberId: used.memberId, what: 'email' }, now)
    const hash = link.purpose === 'confirm-email' ? await readRegisteringHash(trx, used.memberId) : undefined
    // The first proof stays: what was linked since then is the member's own, whatever address they have.
    const proved = (await readConfirmedAt(trx, used.memberId)) ?? now
    const free = await updateMemberRow(trx, used.memberId, { email: used.email, email_confirmed_at: proved, registering_hash: null })
    if (!free) return refuse({ code: 'email_taken' })
    const isHere = hash !== undefined && fitsBinding(hash, registeringKey)
    const isWithoutLogin = link.purpose === 'confirm-email' && (await settleSubjects(trx, used.memberId, isHere, now))
    if (isWithoutLogin && !deps.ways.allows('secret')) return refuse({ code: 'link_elsewhere' })
    return ok({ email: used.email, ...(isHere && { registeredHere: used.memberId }), ...(isWithoutLogin && { isWithoutLogin }) })
  })
}

/**
 * In another browser it may be another person who confirms: a stranger may have registered with their address, and would log in by the
 * issuer that they linked. True: nothing is left to log in by.
 */
async function settleSubjects(trx: Trx, memberId: string, isHere: boolean, now: Date): Promise<boolean> {
  if (isHere) await keepSubjects(trx, memberId, now)
  const dropped = isHere ? 0 : await dropSubjectsBefore(trx, memberId, now)
  return dropped > 0 && (await readSecretHash(trx, memberId)) == null
}

type Opened = { token: string; registeringKey: string | undefined }

/** Confirms an address, and logs the member in when the link is opened in the browser that registered. */
export async function confirmAndLogIn(
  deps: ProvingDeps,
  { token, registeringKey }: Opened,
  caller: Omit<LoginCaller, 'isBrowser'>,
  now: Date,
): Promise<Result<{ email: string; isWithoutLogin?: true; loggedIn?: LoggedIn }, ConfirmRefusal>> {
  const confirmed = await confirmEmail(deps, token, registeringKey, now)
  if (!confirmed.ok) return confirmed
  const { email, registeredHere } = confirmed.value
  if (registeredHere === undefined) return ok(confirmed.value)
  const [{ session }, secretHash] = await Promise.all([readLimits(deps.db), readSecretHash(deps.db, registeredHere)])
  const row = { id: registeredHere, secretHash: secretHash ?? null }
  return ok({ email, loggedIn: await openSession(deps, row, session.days, { ...caller, isBrowser: true }, now, { by: { means: 'mail' } }) })
}
