import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import type { Audit } from '#http/audit.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Locale } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { GroupsRefusal, LoginDeps, Settled, WayDeps } from './deps.ts'
import { linkSubject, type LinkRefusal } from './link-way.ts'
import { openSession, type LoggedIn, type LoginCaller } from './log-in.ts'
import { findBySubject, noteSubjectUsed } from './subject-store.ts'
import { beginWay, readState, secretsOf, type NewSubject, type UnderWay } from './way-state.ts'
import type { OpenWay, WayRefusal } from './way.ts'
import { returnAddressOf } from './ways.ts'

export type StartRefusal = WayRefusal | { code: 'no_such_way' } | { code: 'too_many_requests'; retryAfterSeconds: number }

const perAddressHour = 120

export type Started = { address: string; browserKey: string; expiresAt: Date }

/** The issuer's address for a login, and the key that the browser keeps until it comes back. */
export async function startWay(
  deps: LoginDeps,
  underWay: UnderWay,
  caller: { address: string; locale: Locale },
  now: Date,
): Promise<Result<Started, StartRefusal>> {
  const way = deps.ways.of(underWay.way)
  if (!way) return refuse({ code: 'no_such_way' })
  const limited = await takeTurn(deps.db, { key: `login-way:${addressGroup(caller.address)}`, limit: perAddressHour, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const { state, browserKey, expiresAt } = beginWay(deps.tokens, underWay, now)
  const begun = { state, ...secretsOf(browserKey), returnAddress: returnAddressOf(deps, way.name), locale: caller.locale }
  const started = await way.start(begun, now)
  return started.ok ? ok({ ...started.value, browserKey, expiresAt }) : started
}

export type ReturnRefusal =
  | WayRefusal
  | LinkRefusal
  | GroupsRefusal
  | { code: 'no_such_way' | 'way_over' | 'email_unconfirmed' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }
/** How a login ends that went by an issuer: in a session, in a link, or with somebody who is new here. */
export type WayEnd = { loggedIn: LoggedIn; happened?: NonNullable<Settled>['happened'] } | { linkedTo: string } | { newcomer: NewSubject }
type WayCaller = Omit<LoginCaller, 'isBrowser'> & { audit: Audit }
type Came = { way: string; query: URLSearchParams; browserKey: string | undefined }

/**
 * Ends a login by an issuer. Who is unknown registers, or links themselves from the settings: an address or a name that an issuer
 * vouches for never finds a member. `underWay` is undefined when the login was not begun in this browser, or too long ago.
 */
export async function returnFromWay(
  deps: WayDeps,
  came: Came,
  caller: WayCaller,
  now: Date,
): Promise<{ underWay: UnderWay | undefined; result: Result<WayEnd, ReturnRefusal> }> {
  const way = deps.ways.of(came.way)
  if (!way) return { underWay: undefined, result: refuse({ code: 'no_such_way' }) }
  const underWay = readState(deps.tokens, came.query.get('state') ?? '', way.name, came.browserKey, now)
  if (!underWay || came.browserKey === undefined) return { underWay: undefined, result: refuse({ code: 'way_over' }) }
  // Each return has the issuer asked by us.
  const turn = { key: `login-way-return:${addressGroup(caller.address)}`, limit: perAddressHour, seconds: 3600 }
  const limited = await takeTurn(deps.db, turn, now)
  if (limited) return { underWay, result: refuse({ code: 'too_many_requests', ...limited }) }
  return { underWay, result: await endWay(deps, way, underWay, { query: came.query, browserKey: came.browserKey }, caller, now) }
}

async function endWay(
  deps: WayDeps,
  way: OpenWay,
  { linkTo }: UnderWay,
  came: { query: URLSearchParams; browserKey: string },
  { audit, ...caller }: WayCaller,
  now: Date,
): Promise<Result<WayEnd, ReturnRefusal>> {
  const state = came.query.get('state') ?? ''
  const begun = { state, ...secretsOf(came.browserKey), returnAddress: returnAddressOf(deps, way.name), locale: caller.locale }
  const read = await way.readReturn(came.query, begun, now)
  if (!read.ok) return read
  const { groups, ...said } = read.value
  const vouched = { ...said, way: way.name }
  if (linkTo) {
    const linked = await linkSubject(deps, linkTo, vouched, now)
    return linked.ok ? ok({ linkedTo: linkTo.memberId }) : linked
  }
  const known = await findBySubject(deps.db, vouched)
  if (known && !known.confirmed) return refuse({ code: 'email_unconfirmed' })
  const settled = await settle(deps, { vouched, groups, member: known, locale: caller.locale }, audit, now)
  if (!settled.ok) return settled
  if (!settled.value) return ok({ newcomer: vouched })
  const { memberId: id, happened } = settled.value
  const member = known ?? { id, secretHash: null }
  const isStaffHere = way.name === deps.ways.staff?.name && (known?.isStaff !== false || happened !== undefined)
  const { session } = await readLimits(deps.db)
  return inTransaction<WayEnd, ReturnRefusal>(deps.db, async (trx) => {
    await lockMember(trx, id)
    if (!(await noteSubjectUsed(trx, id, vouched, now))) return refuse({ code: 'way_over' })
    const days = isStaffHere ? workingDay : session.days
    const by = { means: 'issuer', way: way.name } as const
    return ok({ loggedIn: await openSession({ ...deps, db: trx }, member, days, { ...caller, isBrowser: true }, now, { by }), happened })
  })
}

/** Who is closed at the issuer of staff in the evening has no rights here the next morning, whatever was done in the session. In days. */
const workingDay = 0.5

type Settling = { vouched: NewSubject; groups: string[] | undefined; member: { id: string; isStaff: boolean } | undefined; locale: Locale }

/** Groups say roles only at the issuer of staff, and where the centre has said which. */
async function settle(
  deps: WayDeps,
  { vouched, groups, member, locale }: Settling,
  audit: Audit,
  now: Date,
): Promise<Result<Settled, ReturnRefusal>> {
  const { staff } = deps.ways
  const memberId = member?.id
  const asBefore = memberId === undefined ? undefined : { memberId, happened: undefined }
  if (vouched.way !== staff?.name || !staff.rolesOf) return ok(asBefore)
  // Some issuers leave the claim out of who is in no group, others of who is in too many: that is not to be taken for groups that are gone.
  if (!groups) return member?.isStaff ? refuse({ code: 'way_unreachable' }) : ok(asBefore)
  return deps.settleByGroups(deps, { vouched, memberId, roles: staff.rolesOf(groups), locale }, audit, now)
}
