import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { mergeMembers, previewMerge, type MergeDeps, type MergeRefusal, type Preview, type PreviewRefusal } from './merge-members.ts'
import type { MergeSide } from './merge-rules.ts'
import { findDoubles } from './merge-store.ts'
import { DoublesAnswer, MergeAnswer, MergeBody, MergePreviewAnswer, MergePreviewBody } from './merge-wire.ts'
import { PersonParams } from './wire.ts'

const previewStatus = { not_found: 404, same_person: 422, already_merged: 409 } as const satisfies StatusOf<PreviewRefusal>
const mergeStatus = {
  ...previewStatus,
  changed_meanwhile: 409,
  account_into_guest: 409,
  kept_unconfirmed: 409,
  merge_staff_refused: 409,
  club_has_people: 409,
  both_are_communities: 409,
  both_have_lockers: 409,
  both_under_review: 409,
  merge_needs_manager: 403,
} as const satisfies StatusOf<MergeRefusal>

/** Doubles at the desk: who may be one, what merging would do, merging. */
export function mergeApi(api: Api, deps: MergeDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Person/{id}/Doubles',
      summary: 'People who may be the same person: the same mobile, address or name',
      access: deskRoles,
      params: PersonParams,
      answers: { 200: DoublesAnswer },
    },
    async ({ params }) => reply(200, { items: await findDoubles(deps.db, params.id) }),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Merge/Preview',
      reads: true,
      summary: 'What merging a double into another person would do, and what stands in the way; changes nothing',
      access: deskRoles,
      body: MergePreviewBody,
      answers: { 200: MergePreviewAnswer },
      refusals: previewStatus,
    },
    async ({ body: { keptId, doubleId }, session, locale, now }) => {
      const result = await previewMerge(deps.db, { from: doubleId, into: keptId }, session.roles, now)
      return result.ok ? reply(200, present(result.value, locale)) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Merge',
      summary: 'Merge a double into another person, as previewed; the same again does nothing',
      access: deskRoles,
      body: MergeBody,
      answers: { 200: MergeAnswer },
      refusals: mergeStatus,
    },
    async ({ body: { keptId, doubleId, revision, reason }, session, audit, now }) => {
      const asked = { from: doubleId, into: keptId, revision, reason, roles: session.roles }
      const result = await mergeMembers(deps, asked, audit, now)
      return result.ok ? reply(200, { id: keptId }) : result
    },
  )
}

function present({ kept, double, keptPoints: _, ...preview }: Preview, locale: Locale) {
  const side = ({
    roles: _roles,
    hasOpenProof: _proof,
    hasLocker: _locker,
    hasPeople: _people,
    identity,
    community,
    createdAt,
    lastOrderAt,
    ...shown
  }: MergeSide) => ({
    ...shown,
    identity: say(identity, locale),
    community: community?.name ?? null,
    createdAt: createdAt.toISOString(),
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  })
  return { ...preview, kept: side(kept), double: side(double) }
}
