import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import type { ViewRefusal } from '#modules/preorders/read-season.ts'
import type { BallotsDeps } from './deps.ts'
import { FairnessAnswer, FairnessParams, FairnessQuery } from './staff-wire.ts'
import { presentFairness, readFairness } from './read-fairness.ts'

const status = { not_found: 404, not_yet_visible: 409 } as const satisfies StatusOf<ViewRefusal>
const summary = 'How the floor of a round went, hall by hall: clubs by how much, newcomers, clubs without luck before, how fast it was gone'

/** The same figures for clubs and for staff; no club is named in them. */
export function fairnessApi(api: Api, deps: BallotsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/Community/Fairness',
      summary,
      access: 'community',
      query: FairnessQuery,
      answers: { 200: FairnessAnswer },
      refusals: status,
    },
    async ({ query: { roundId }, locale, now }) => {
      const halls = await readFairness(deps, roundId, now)
      return halls.ok ? reply(200, presentFairness(halls.value, locale)) : halls
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Season/{id}/Fairness',
      summary: `${summary}, for staff`,
      access: deskRoles,
      params: FairnessParams,
      answers: { 200: FairnessAnswer },
      refusals: status,
    },
    async ({ params: { id }, locale, now }) => {
      const halls = await readFairness(deps, id, now)
      return halls.ok ? reply(200, presentFairness(halls.value, locale)) : halls
    },
  )
}
