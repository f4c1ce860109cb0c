import type { ZodType, z } from 'zod'
import type { Db, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { LeavingMember, Merging, OpenThing } from './accounts/deps.ts'
import type { Rounds } from './preorders/rounds.ts'
import type { Catalogues } from './venues/catalogue.ts'

export type Reading = { db: Db; catalogues: Catalogues; rounds: Rounds }
/** `sessionId`: in which it is asked for. */
type Asked = { memberId: string; sessionId: string; locale: Locale; now: Date }
/** A part of the file with everything that the centre keeps about a member. */
export type ExportPart = { schema: ZodType; read(reading: Reading, asked: Asked): Promise<unknown> }

export const exportPart = <S extends ZodType>(schema: S, read: (reading: Reading, asked: Asked) => Promise<z.input<S>>): ExportPart => ({
  schema,
  read,
})

/** What a module holds of a member. */
export type HeldOfMember = {
  /** Its parts of the export of a member's data, by their keys in it. */
  exports: Readonly<Record<string, ExportPart>>
  /** What has to be over before the account can be closed. */
  open(trx: Trx, memberId: string, now: Date): Promise<OpenThing[]>
  /** Erases or anonymises personal data of a closed account. */
  forget(trx: Trx, leaving: LeavingMember, now: Date): Promise<void>
  merge: Merge
}

/** How the rows of a double go to the kept member, in the order of docs/locks.md. The caller holds the locks of both members. */
export type Merge = {
  lock?(trx: Trx, merging: Merging): Promise<unknown>
  /** Moves what may hold floor, and answers the ids under which it does. */
  holders?(trx: Trx, merging: Merging, now: Date): Promise<string[]>
  beforeFloor?(trx: Trx, merging: Merging, now: Date): Promise<unknown>
  floor?(trx: Trx, holderIds: string[], memberId: string): Promise<unknown>
  points?(trx: Trx, merging: Merging, now: Date): Promise<unknown>
  rest?(trx: Trx, merging: Merging): Promise<unknown>
  /** Moves what hangs on the member's own row, closes the double, and answers the files that nobody refers to any more. */
  last?(trx: Trx, merging: Merging, now: Date): Promise<string[]>
}

export const noMerge: Merge = {}
export const nothingToExport = {}
export const nothingOpen = async (): Promise<OpenThing[]> => []
export const nothingToForget = async (): Promise<void> => {}
export const nothingOfMembers: HeldOfMember = { exports: nothingToExport, open: nothingOpen, forget: nothingToForget, merge: noMerge }
