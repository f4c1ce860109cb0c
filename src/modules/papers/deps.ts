import type { Db } from '#db/connect.ts'
import type { Issuers } from '#modules/invoices/issuers.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { OrderKinds } from '#modules/orders/order-kinds.ts'
import type { Rounds } from '#modules/preorders/rounds.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { ReadLetterhead } from './letterhead.ts'

export type PapersDeps = {
  db: Db
  catalogues: Catalogues
  rounds: Rounds
  orderKinds: OrderKinds
  issuers: Issuers
  tokens: Tokens
  readLetterhead: ReadLetterhead
}
