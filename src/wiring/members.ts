import type { ZodType } from 'zod'
import type { Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { ClaimDeps, LeavingMember, MemberData, Merging } from '#modules/accounts/deps.ts'
import { findMergedInto, lockMembers } from '#modules/accounts/merge-store.ts'
import type { LoginDeps } from '#modules/logins/deps.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import type { Merge, Reading } from '#modules/member-data.ts'
import type { Module } from '#modules/module.ts'
import { claimGuests, type MergeDeps } from '#modules/people/merge-members.ts'
import { modules as all } from './modules.ts'

/** What all modules hold of a member: exporting it, and erasing it when the account is closed (docs/privacy.md). */
export function openMemberData(reading: Reading, modules: readonly Module[] = all): MemberData {
  const parts = modules.flatMap(({ member }) => Object.entries(member.exports))
  return {
    exports: {
      schemas: Object.fromEntries(parts.map(([key, { schema }]): [string, ZodType] => [key, schema])),
      async read(asked) {
        const file: Record<string, unknown> = {}
        for (const [key, part] of parts) file[key] = await part.read(reading, asked)
        return file
      },
    },
    listOpen: async (trx, memberId, now) => {
      const open = []
      for (const { member } of modules) open.push(...(await member.open(trx, memberId, now)))
      return open
    },
    forgetMember: async (trx: Trx, leaving: LeavingMember, now: Date) => {
      for (const { member } of modules) await member.forget(trx, leaving, now)
    },
  }
}

/** A request that was under way during the merge has written by then what it writes. */
const lateSeconds = 60

/** What merging needs: for the desk, and for guests who register. */
export function openMerging(logins: LoginDeps, modules: readonly Module[] = all): MergeDeps & ClaimDeps {
  const deps: MergeDeps = { ...logins, mergeRows: (trx, merging, now) => mergeRows(trx, { jobs: logins.jobs, modules }, merging, now) }
  return { ...deps, claimGuests: (trx, claiming, now) => claimGuests(trx, deps, claiming, now) }
}

/**
 * Gives everything of a double to the kept member, each module its own rows, and closes the double. The caller holds the
 * locks of both members.
 */
async function mergeRows(
  trx: Trx,
  { jobs, modules }: { jobs: Pick<Jobs, 'send'>; modules: readonly Module[] },
  merging: Merging,
  now: Date,
): Promise<void> {
  await moveRows(trx, modules, merging, now)
  await jobs.send(trx, 'merge-late-rows', { memberId: merging.from }, { startAfter: lateSeconds })
}

/**
 * Moves what a request has written for the double after it was merged: members do not lock their row to rate a visit, report
 * a fault or send a proof.
 */
export async function mergeLateRows(trx: Trx, memberId: string, now: Date, modules: readonly Module[] = all): Promise<void> {
  const into = await findMergedInto(trx, memberId)
  if (into === undefined) return
  await lockMembers(trx, [memberId, into])
  await moveRows(trx, modules, { from: memberId, into }, now)
}

/** In the order of docs/locks.md: pre-orders, orders, lockers, floor, points, the rest. */
async function moveRows(trx: Trx, modules: readonly Module[], merging: Merging, now: Date): Promise<void> {
  const merges: Merge[] = modules.map(({ member }) => member.merge)
  for (const { lock } of merges) await lock?.(trx, merging)
  const holders: string[] = []
  for (const one of merges) holders.push(...((await one.holders?.(trx, merging, now)) ?? []))
  for (const { beforeFloor } of merges) await beforeFloor?.(trx, merging, now)
  for (const { floor } of merges) await floor?.(trx, holders, merging.into)
  for (const { points } of merges) await points?.(trx, merging, now)
  for (const { rest } of merges) await rest?.(trx, merging)
  const loose: string[] = []
  for (const { last } of merges) loose.push(...((await last?.(trx, merging, now)) ?? []))
  await releaseFiles(trx, loose, now)
}
