import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { MovedFrom, OrderNoParams, OrderStateWire, Where } from '#modules/orders/wire.ts'
import { eachOnce, isPlayerName, maxPlayerName, maxPlayers } from './player-rules.ts'

/** A ticket: a code for every period that can still be attended. */
export const TicketAnswer = z.object({
  orderNo: z.string(),
  status: OrderStateWire,
  name: z.string(),
  /** Who plays along, by the short names that the member gave. */
  players: z.array(z.string()),
  /** They can still be changed. */
  playersOpen: z.boolean(),
  items: z.array(
    z.object({
      id: z.uuid(),
      ...Where,
      place: z.string(),
      rules: z.array(z.string()),
      status: z.enum(['active', 'cancelled']),
      attendance: z.enum(['expected', 'checked-in', 'no-show']),
      checkedInAt: moment.nullable(),
      parked: z.boolean(),
      movedFrom: MovedFrom.nullable(),
      /** The member may move it now. */
      movable: z.boolean(),
      movesUsedUp: z.boolean(),
      /** Null when the period can no longer be checked in. */
      code: z.string().nullable(),
      /** Short code to read out or type, on the period's day and the day before. */
      typedCode: z.string().nullable(),
      checkInFrom: moment,
      /** Not checked in by then: a no-show. */
      comeBefore: moment,
    }),
  ),
  /** The facilities of the periods. */
  halls: z.array(
    z.object({
      venue1stId: z.int(),
      /** Signed link to its public page, to pass on: it tells nothing of the booking. Null when it is no longer offered. */
      link: z.string().nullable(),
      courts: z.array(z.object({ id: z.int(), name: z.string(), sharesWith: z.array(z.object({ id: z.int() })) })),
    }),
  ),
  serverTime: moment,
})
export type TicketAnswer = z.infer<typeof TicketAnswer>

export const NamePlayersBody = z.object({
  orderNo: OrderNoParams.shape.id,
  names: z.array(someLine(maxPlayerName).refine(isPlayerName, 'field_player_name')).max(maxPlayers).transform(eachOnce),
})
export const PlayersAnswer = z.object({ players: z.array(z.string()) })

/** Only the answer to making a feed contains its address. */
export const FeedMadeAnswer = z.object({ url: z.string(), webcalUrl: z.string(), createdAt: moment })
export type FeedMadeAnswer = z.infer<typeof FeedMadeAnswer>
export const FeedAnswer = z.object({ createdAt: moment.nullable() })
export type FeedAnswer = z.infer<typeof FeedAnswer>
export const FeedParams = z.object({
  id: z
    .string()
    .regex(/^[\w-]{32}\.ics$/)
    .transform((name) => name.slice(0, -'.ics'.length)),
})
