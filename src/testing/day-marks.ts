import { Tokens } from '#modules/logins/tokens.ts'
import { marksOf } from '#modules/attendance/read-day.ts'

/** Codes and their marks, as the service makes them, for tests of the browser's side. */
export function readDayMarks() {
  const tokens = new Tokens('a secret that only this test knows, long enough')
  return { tokens, marksOf: (itemId: string) => marksOf(tokens, itemId) }
}
