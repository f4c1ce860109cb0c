import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type SmsPurpose = 'confirm-mobile' | 'reset-secret'

export async function insertSmsCode(
  db: DbOrTrx,
  code: { id: string; mobile: string; purpose: SmsPurpose; codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sms_codes')
    .values({
      id: code.id,
      mobile: code.mobile,
      purpose: code.purpose,
      code_hash: code.codeHash,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute()
}

/**
 * Uses the newest code of this mobile, once, if it is the right one; only the newest counts.
 * Must run inside the transaction that does what the code allows: what fails gives the code back.
 */
export async function useSmsCode(
  db: DbOrTrx,
  mobile: string,
  purpose: SmsPurpose,
  codeHash: string,
  wrongTries: number,
  now: Date,
): Promise<boolean> {
  const used = await sql`
    update sms_codes set used_at = ${now}
    where id = (select id from sms_codes where mobile = ${mobile} and purpose = ${purpose} order by created_at desc limit 1)
      and code_hash = ${codeHash} and used_at is null and expires_at > ${now} and wrong_tries < ${wrongTries}
    returning id`.execute(db)
  return used.rows.length === 1
}

/** Not inside the transaction that was refused: a wrong try must be remembered. */
export async function countWrongCode(db: DbOrTrx, mobile: string, purpose: SmsPurpose, now: Date): Promise<void> {
  await sql`
    update sms_codes set wrong_tries = wrong_tries + 1
    where id = (select id from sms_codes where mobile = ${mobile} and purpose = ${purpose} order by created_at desc limit 1) and used_at is null and expires_at > ${now}`.execute(
    db,
  )
}

export async function deleteOldSmsCodes(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('sms_codes').where('expires_at', '<', before).execute()
}
