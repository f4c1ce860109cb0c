import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type SmsPurpose = 'confirm-mobile' | 'reset-secret'

export async function insertSmsCode(
  db: DbOrTrx,
  code: { id: string; mobile: string; purpose: SmsPurpose; codeHash: string; askedBy: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sms_codes')
    .values({
      id: code.id,
      mobile: code.mobile,
      purpose: code.purpose,
      code_hash: code.codeHash,
      asked_by: code.askedBy,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute()
}

export type Guess = { mobile: string; purpose: SmsPurpose; codeHash: string; caller: string }
export type GuessBounds = { wrongTries: number; wrongTriesOfOthers: number }

/**
 * Compares a guess with the newest code and counts it if it is wrong, in one statement, so that concurrent guesses cannot
 * exceed the bounds. Returns the code's id if the guess is right.
 * The newest code is the caller's own, if they have asked for one; nobody else's guesses count against its bound.
 * Must not run inside a transaction that may be refused: a wrong guess has to be remembered.
 */
export async function guessCode(
  db: DbOrTrx,
  { mobile, purpose, codeHash, caller }: Guess,
  { wrongTries, wrongTriesOfOthers }: GuessBounds,
  now: Date,
): Promise<string | undefined> {
  const compared = await sql<{ id: string; right: boolean }>`
    update sms_codes set
      wrong_by_caller = case when code_hash = ${codeHash} then wrong_by_caller
        else wrong_by_caller || jsonb_build_object(${caller}::text, coalesce((wrong_by_caller ->> ${caller})::int, 0) + 1) end,
      wrong_by_others = wrong_by_others + case when code_hash = ${codeHash} or asked_by = ${caller} then 0 else 1 end
    where id = (
        select id from sms_codes where mobile = ${mobile} and purpose = ${purpose} and expires_at > ${now}
        order by asked_by = ${caller} desc, created_at desc limit 1
      )
      and used_at is null and expires_at > ${now}
      and coalesce((wrong_by_caller ->> ${caller})::int, 0) < ${wrongTries}
      and (asked_by = ${caller} or wrong_by_others < ${wrongTriesOfOthers})
    returning id, code_hash = ${codeHash} as right`.execute(db)
  return compared.rows[0]?.right ? compared.rows[0].id : undefined
}

/**
 * Uses a code once: of two concurrent calls, one gets true.
 * Must run inside the transaction that does what the code allows: what is refused gives the code back.
 */
export async function useCode(db: DbOrTrx, id: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('sms_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteOldSmsCodes(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('sms_codes').where('expires_at', '<', before).execute()
}
