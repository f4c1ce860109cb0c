import { inTransaction } from '#db/transaction.ts'
import { done, type Api } from '#http/call.ts'
import type { Audit } from '#http/audit.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerRoles } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMembers } from '#modules/accounts/merge-store.ts'
import { addToClub, readClubName, readClubPeople, setClubRole } from '#modules/accounts/club-store.ts'
import { findConfirmed, isOneself } from '#modules/accounts/store.ts'
import { tell } from './change-people.ts'
import type { ClubDeps } from './deps.ts'
import { newOwnerLetter } from './letters.ts'
import { deleteHandover, withdrawInvitations } from './store.ts'
import { NameOwnerBody } from './wire.ts'

type Deps = Pick<ClubDeps, 'db' | 'jobs' | 'publicUrl' | 'tokens'>
type NameOwnerRefusal = { code: 'not_found' } | { code: 'own_card' } | { code: 'no_such_member' | 'owns_already'; path: 'email' }
const status = { not_found: 404, own_card: 403, no_such_member: 422, owns_already: 409 } as const satisfies StatusOf<NameOwnerRefusal>

/** For a club whose owner is gone, or does not hand it over: staff name who is told to be the new one. */
export function nameOwnerApi(api: Api, deps: Deps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Club/Owner',
      summary: 'Name the owner of a club; everybody who acts for it is told',
      access: managerRoles,
      body: NameOwnerBody,
      answers: { 204: null },
      refusals: status,
    },
    async ({ body, session, audit, now }) => done(await nameOwner(deps, { ...body, by: session.personId }, audit, now)),
  )
}

/** An owner of before books for the club from now on. */
async function nameOwner(
  deps: Deps,
  { id, email, reason, by }: { id: string; email: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, NameOwnerRefusal>> {
  return inTransaction<void, NameOwnerRefusal>(deps.db, async (trx) => {
    const asked = await findConfirmed(trx, { email })
    // The person too, who may be closing their account.
    await lockMembers(trx, asked ? [id, asked.id] : [id])
    const club = await readClubName(trx, id)
    if (club === undefined) return refuse({ code: 'not_found' })
    const named = await findConfirmed(trx, { email })
    if (!named || named.id !== asked?.id) return refuse({ code: 'no_such_member', path: 'email' })
    if (named.id === by || (await isOneself(trx, id, by))) return refuse({ code: 'own_card' })
    const people = await readClubPeople(trx, id)
    const owner = people.find(({ role }) => role === 'owner')
    if (owner?.id === named.id) return refuse({ code: 'owns_already', path: 'email' })
    if (owner) await setClubRole(trx, { clubId: id, personId: owner.id, role: 'booker' })
    const row = { clubId: id, personId: named.id, role: 'owner' } as const
    await (people.some((one) => one.id === named.id) ? setClubRole(trx, row) : addToClub(trx, row, now))
    await deleteHandover(trx, id)
    await withdrawInvitations(trx, id, {}, now)
    await tell(trx, deps, await readClubPeople(trx, id), (to) => newOwnerLetter(to.locale, { ...to, owner: named.name }), club, now)
    await audit(trx, {
      action: 'club.owner_named',
      subject: { kind: 'member', id },
      ...(owner ? { before: { member: owner.id } } : {}),
      after: { member: named.id },
      note: reason,
    })
    return ok(undefined)
  })
}
