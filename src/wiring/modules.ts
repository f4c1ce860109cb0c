import { accounts } from '#modules/accounts/module.ts'
import { attendance } from '#modules/attendance/module.ts'
import { audit } from '#modules/audit/module.ts'
import { availability } from '#modules/availability/module.ts'
import { ballots } from '#modules/ballots/module.ts'
import { catalogue } from '#modules/catalogue/module.ts'
import { centre } from '#modules/centre/module.ts'
import { clubs } from '#modules/clubs/module.ts'
import { closures } from '#modules/closures/module.ts'
import { content } from '#modules/content/module.ts'
import { desk } from '#modules/desk/module.ts'
import { discrepancies } from '#modules/discrepancies/module.ts'
import { feedback } from '#modules/feedback/module.ts'
import { files } from '#modules/files/module.ts'
import { insight } from '#modules/insight/module.ts'
import { invoices } from '#modules/invoices/module.ts'
import type { Links } from '#modules/links.ts'
import { lockers } from '#modules/lockers/module.ts'
import { logins } from '#modules/logins/module.ts'
import type { Module } from '#modules/module.ts'
import { notifications } from '#modules/notifications/module.ts'
import type { OrderKinds } from '#modules/orders/order-kinds.ts'
import { orders } from '#modules/orders/module.ts'
import { papers } from '#modules/papers/module.ts'
import { payments } from '#modules/payments/module.ts'
import { people } from '#modules/people/module.ts'
import { preorders } from '#modules/preorders/module.ts'
import { refunds } from '#modules/refunds/module.ts'
import { settings } from '#modules/settings/module.ts'
import { staff } from '#modules/staff/module.ts'
import { tills } from '#modules/tills/module.ts'
import { venues } from '#modules/venues/module.ts'
import { violations } from '#modules/violations/module.ts'
import { waiting } from '#modules/waiting/module.ts'

/** All modules, lower ones first: whose rows others refer to, and who is locked first (docs/locks.md). */
const list = [
  settings,
  centre,
  files,
  notifications,
  audit,
  accounts,
  logins,
  staff,
  clubs,
  venues,
  tills,
  availability,
  payments,
  orders,
  attendance,
  closures,
  preorders,
  ballots,
  refunds,
  invoices,
  lockers,
  violations,
  waiting,
  feedback,
  content,
  discrepancies,
  catalogue,
  desk,
  people,
  insight,
  papers,
] as const satisfies Module[]

export const modules: readonly Module[] = list

type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
type Provided = Both<(typeof list)[number]['provides']>

/** What can be sold, by the kind of its order. */
export const kindsOf = (of: readonly Module[]): OrderKinds => Object.assign({}, ...of.map((module) => module.orderKinds))
export const orderKinds = kindsOf(list)

/** What modules give to those beside them and further left. Does not compile while one is missing. */
export const links: Links = Object.assign({}, ...list.map(({ provides }) => provides)) satisfies Provided as Provided
