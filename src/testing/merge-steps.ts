import { sql } from 'kysely'
import fc from 'fast-check'
import type { Db } from '#db/connect.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { mergeMembers, previewMerge } from '#modules/people/merge-members.ts'
import { openMerging } from '../wiring/members.ts'
import { unaudited } from './unaudited.ts'
import { openWays } from '#modules/logins/ways.ts'

export type MergeStep = { deed: 'merge'; from: number; into: number }

const person = fc.nat({ max: 5 })
/** Staff merge two of the members and guests. */
export const mergeSteps: { weight: number; arbitrary: fc.Arbitrary<MergeStep> }[] = [
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('merge' as const), from: person, into: person }) },
]

const without = {
  jobs: { send: async () => {}, work: async () => {}, schedule: async () => {}, stop: async () => {} },
  publicUrl: '',
  canText: true,
  ways: openWays({ logins: {} }),
}
const tokens = new Tokens('a secret that only tests know, long enough')

/** Merges one of these people into another, whatever comes of it: refusals are part of the game. */
export async function takeMerge(db: Db, people: string[], step: MergeStep, now: Date): Promise<void> {
  const merging = { from: people[step.from % people.length]!, into: people[step.into % people.length]! }
  const preview = await previewMerge(db, merging, ['admin'], now)
  if (!preview.ok || preview.value.refusals.length > 0) return
  const deps = openMerging({ ...without, db, tokens })
  const { ok } = await mergeMembers(deps, { ...merging, revision: preview.value.revision, reason: '', roles: ['admin'] }, unaudited, now)
  if (!ok) throw new Error('a merge that was previewed is refused')
}

/** Makes everybody who was merged a member or a guest of their own again, for the next sequence. */
export async function unmerge(db: Db): Promise<void> {
  await sql`
    update members set merged_into = null, closed_at = null, name = 'again', mobile = id::text,
      account = case when not is_guest then account end, email = case when not is_guest then id || '@example.com' end,
      secret_hash = case when not is_guest then '' end
    where merged_into is not null`.execute(db)
}
