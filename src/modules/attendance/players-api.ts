import { z } from 'zod'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { exportPart } from '../member-data.ts'
import { namePlayers, type NamePlayersRefusal } from './name-players.ts'
import { listPlayersOf } from './player-store.ts'
import { NamePlayersBody, PlayersAnswer } from './wire.ts'

const playersStatus = { not_found: 404, no_ticket: 409, visit_begun: 409 } as const satisfies StatusOf<NamePlayersRefusal>

export function playersApi(api: Api, { db }: { db: Db }): void {
  api.add(
    {
      method: 'put',
      path: '/api/Order/Players',
      summary: 'Who plays along, by short names: the ticket and the door show them until three days after the visit',
      access: 'member',
      body: NamePlayersBody,
      answers: { 200: PlayersAnswer },
      refusals: playersStatus,
    },
    async ({ body, session, now }) => {
      const named = await namePlayers(db, { memberId: session.memberId, ...body }, now)
      return named.ok ? reply(200, { players: named.value }) : named
    },
  )
}

/** Players in a member's data export, as long as they are kept. */
export const exportedPlayers = exportPart(
  z.array(z.object({ orderNo: z.string(), names: z.array(z.string()) })),
  async ({ db }, { memberId }) => listPlayersOf(db, memberId),
)
