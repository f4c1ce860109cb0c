import { describe, expect, it } from 'vitest'
import { breachesIn, importsOf } from './walls.ts'

function whyBroken(from: string, code: string): string[] {
  return breachesIn(new Map([[from, code]])).map((breach) => breach.why)
}

describe('the walls between the parts', () => {
  it.each([
    ['ui/orders/order-card.tsx', `import { findOrder } from '#modules/orders/store.ts'`, 'pages import only rules.ts and wire.ts'],
    ['routes/login.tsx', `import { LoginBody } from '#modules/accounts/wire.ts'`, 'only types of wire.ts'],
    ['routes/login.tsx', `import { openDb } from '#db/connect.ts'`, 'only through the API'],
    ['routes/login.tsx', `const late = () => import('#config.ts')`, 'only through the API'],
    ['pages/router.tsx', `export { buildApi } from '../api.ts'`, 'only through the API'],
    ['modules/accounts/log-in.ts', `import { placeOrder } from '#modules/orders/place-order.ts'`, 'only from tiers left of it'],
    ['modules/accounts/log-in.ts', `import type { Court } from '../venues/rules.ts'`, 'only from tiers left of it'],
    ['modules/orders/place-order.ts', `import { accountsApi } from '#modules/accounts/api.ts'`, 'only src/api.ts'],
    ['modules/orders/place-order.ts', `import { problem } from '#http/problem.ts'`, 'only api.ts knows paths'],
    ['modules/orders/place-order.ts', `import { toast } from '#ui/kit/toast.tsx'`, 'does not know who uses it'],
    ['modules/gifts/give.ts', `import { readSetting } from '#modules/settings/store.ts'`, 'stands in no tier'],
    ['modules/orders/rules.ts', `import { z } from 'zod'`, 'only lib and other rules'],
    ['modules/orders/rules.ts', `import { findOrder } from './store.ts'`, 'only lib and other rules'],
    ['modules/orders/wire.ts', `import { sql } from 'kysely'`, 'wire.ts imports only'],
    ['lib/period.ts', `import type { Court } from '#modules/venues/rules.ts'`, 'lib knows no product noun'],
    ['ui/kit/badge.tsx', `import { orderMoves } from '#modules/orders/rules.ts'`, 'the kit has no product noun'],
    ['http/call.ts', `import { readSession } from '#modules/accounts/read-session.ts'`, 'the http kit knows no module'],
    ['modules/orders/store.ts', `import { freshDatabase } from '#testing/postgres.ts'`, 'the test kit is for tests'],
    ['modules/orders/place-order.ts', `import { sql } from 'kysely'`, 'only store.ts files know SQL'],
    ['modules/orders/restore.ts', `import type { Kysely } from 'kysely'`, 'only store.ts files know SQL'],
    ['modules/orders/place-order.ts', `const name = (sql) => sql<string>\`lower(name)\``, 'only store.ts files know SQL'],
    ['modules/orders/place-order.ts', `const all = (db) => db.selectFrom('orders')`, 'only store.ts files know SQL'],
  ])('%s may not say %s', (from, code, why) => {
    expect(whyBroken(from, code)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    [
      'routes/login.tsx',
      `import type { LoginBody } from '#modules/accounts/wire.ts'; import { accountPattern } from '#modules/accounts/rules.ts'`,
    ],
    ['modules/orders/rules.ts', `import { minutes } from '#lib/period.ts'; import type { Court } from '#modules/venues/rules.ts'`],
    ['modules/orders/wire.ts', `import { z } from 'zod'; import { orderStates } from './rules.ts'`],
    ['modules/orders/place-order.ts', `import { findCourt } from '#modules/venues/store.ts'; import type { Db } from '#db/connect.ts'`],
    ['modules/orders/store.ts', `import { sql } from 'kysely'; export const one = (db) => db.selectFrom('orders').select(sql\`1\`)`],
    ['modules/orders/queue-store.ts', `import { sql } from 'kysely'`],
    ['http/rate-limits.ts', `import { sql } from 'kysely'`],
    ['modules/orders/place-order.test.ts', `import { sql } from 'kysely'; export const now = sql\`now()\``],
    ['api.ts', `import { ordersApi } from './modules/orders/api.ts'`],
    ['modules/orders/store.test.ts', `import { freshDatabase } from '#testing/postgres.ts'`],
  ])('%s may say %s', (from, code) => {
    expect(whyBroken(from, code)).toEqual([])
  })

  it('is not misled by what stands in comments and texts', () => {
    expect(
      whyBroken('lib/text.ts', `// import { a } from '#db/connect.ts'\nexport const hint = "import { a } from '#db/connect.ts'"`),
    ).toEqual([])
  })

  it('names the line', () => {
    expect(importsOf('lib/a.ts', `\n\nimport './b.ts'`)).toEqual([{ from: 'lib/a.ts', to: 'lib/b.ts', line: 3, typesOnly: false }])
  })

  it('does not pass over a file that it cannot read', () => {
    expect(() => importsOf('lib/a.ts', 'import {')).toThrow('cannot be read')
  })
})
