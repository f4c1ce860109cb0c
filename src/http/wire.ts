import { z } from 'zod'
import { longestToken } from '#lib/signed-token.ts'
import { isDay, isYearInReach } from '#lib/zone.ts'

/**
 * The fields that many calls share, each with the bounds of the column that it ends in. The checks of a field abort:
 * a check of the whole body runs only when its fields are what their types say.
 */

/** The largest value of a PostgreSQL integer column. */
export const largestInteger = 2_147_483_647

export const id = z.int({ abort: true }).min(1, { abort: true }).max(largestInteger, { abort: true })
/** The same in a path or a query, where every value is a text. */
export const idText = z.coerce.number().int().min(1).max(largestInteger)

/** Bounds of paging: the largest page times the largest size fits into an offset. */
const lastPage = 100_000
/** Which part of a list is asked for, in a JSON body. */
export const pagedBody = { page: z.int().min(1).max(lastPage).default(1), pageSize: z.int().min(1).max(100).default(10) }
/** The same in a query, where every value is a text. */
export const pagedQuery = {
  page: z.coerce.number().int().min(1).max(lastPage).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
}

/** One page of a list: `total` counts all of it. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

/** What somebody of the staff is; which calls each may make: session.ts. */
/** What somebody may do for a club: http/club-calls.ts. */
export const clubRole = z.enum(['owner', 'booker', 'treasurer'])
/** What somebody did for a club, as the audit log names it: `club.<deed>`. */
export const clubDeed = z.enum(['booked', 'changed', 'moved', 'given_up', 'account_named', 'went_to_pay', 'acted'])
export const staffRole = z.enum(['admin', 'manager', 'desk', 'finance', 'editor'])
/** Roles that a person is to have: each once, in the order above, whichever order they came in. */
export const someRoles = z
  .array(staffRole)
  .min(1, { error: 'field_roles', abort: true })
  .max(staffRole.options.length, { error: 'field_roles', abort: true })
  .transform((roles) => staffRole.options.filter((role) => roles.includes(role)))

/** 2026-11-15T19:00:00+08:00 */
export const moment = z.iso.datetime({ offset: true, abort: true }).refine(isYearInReach, { abort: true })
export const toDate = moment.transform((text) => new Date(text))

/** 2026-11-15, a day that the calendar has. */
export const day = z.iso.date({ error: 'field_day', abort: true }).refine(isDay, { error: 'field_day', abort: true })

/** The token of a preview link. */
export const previewToken = z.string().min(1).max(longestToken)

/** 19:00; midnight at the end of the day is 24:00. */
export const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'field_time', abort: true })
