import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notForPages } from './kinds.ts'
import { mayImport, placeOf } from './places.ts'
import { importsOf } from './source.ts'
import { breachesIn } from './walls.ts'

function whyBroken(from: string, code: string): string[] {
  return breachesIn(new Map([[from, code]])).map((breach) => breach.why)
}

describe('the walls between the parts', () => {
  it.each([
    ['ui/orders/order-card.tsx', `import { findOrder } from '#modules/orders/store.ts'`, 'pages import only rules and wire files'],
    ['ui/orders/order-card.tsx', `import type { Staff } from '#modules/orders/staff-api.ts'`, 'pages import only rules and wire files'],
    ['ui/orders/order-card.tsx', `import type { Letter } from '#modules/orders/letters.ts'`, 'pages import only rules and wire files'],
    ['client/send.ts', `import { findOrder } from '#modules/orders/read-store.ts'`, 'pages import only rules and wire files'],
    ['routes/login.tsx', `import { LoginBody } from '#modules/accounts/wire.ts'`, 'only types of wire files'],
    ['routes/login.tsx', `import { LineBody } from '#modules/preorders/line-wire.ts'`, 'only types of wire files'],
    ['routes/login.tsx', `import { openDb } from '#db/connect.ts'`, 'only through the API'],
    ['routes/login.tsx', `const late = () => import('#config.ts')`, 'only through the API'],
    ['pages/router.tsx', `export { buildApi } from '../wiring/api.ts'`, 'only through the API'],
    ['modules/logins/log-in.ts', `import { placeOrder } from '#modules/orders/place-order.ts'`, 'only from tiers left of it'],
    ['modules/logins/log-in.ts', `import type { Court } from '../venues/rules.ts'`, 'only from tiers left of it'],
    ['modules/orders/place-order.ts', `import { accountsApi } from '#modules/logins/api.ts'`, 'only its own module.ts'],
    ['modules/orders/place-order.ts', `import { loginApi } from '#modules/accounts/login-api.ts'`, 'only its own module.ts'],
    ['modules/orders/place-order.ts', `import { staffApi } from './staff-api.ts'`, 'only its own module.ts'],
    ['modules/orders/place-order.ts', `import { lockers } from '#modules/lockers/module.ts'`, 'only src/wiring'],
    ['modules/orders/place-order.ts', `import { problem } from '#http/problem.ts'`, 'only api files know paths'],
    ['modules/orders/place-order.ts', `import { toast } from '#ui/kit/toast.tsx'`, 'does not know who uses it'],
    ['modules/orders/place-order.ts', `import { retain } from '#wiring/retention.ts'`, 'does not know who uses it'],
    ['modules/gifts/give.ts', `import { readSetting } from '#modules/settings/store.ts'`, 'is in no tier'],
    ['modules/orders/rules.ts', `import { z } from 'zod'`, 'only lib, other rules'],
    ['modules/orders/rules.ts', `import { findOrder } from './store.ts'`, 'only lib, other rules'],
    ['modules/content/story-rules.ts', `import { z } from 'zod'`, 'only lib, other rules'],
    ['modules/orders/wire.ts', `import { sql } from 'kysely'`, 'wire files import only'],
    ['modules/orders/line-wire.ts', `import { present } from './present.ts'`, 'wire files import only'],
    ['modules/orders/store.ts', `import { freshDatabase } from '#testing/postgres.ts'`, 'the test kit is for tests'],
    ['modules/orders/place-order.ts', `import { sql } from 'kysely'`, 'only store files know SQL'],
    ['modules/orders/restore.ts', `import type { Kysely } from 'kysely'`, 'only store files know SQL'],
    ['modules/orders/present.ts', `const name = (sql) => sql<string>\`lower(name)\``, 'only store files know SQL'],
    ['modules/orders/place-order.ts', `const all = (db) => db.selectFrom('orders')`, 'only store files know SQL'],
    [
      'process/backend.ts',
      `import { demoSettings } from '#modules/payments/providers/ecpay/settings.ts'`,
      'only modules/payments/providers.ts imports',
    ],
    ['modules/invoices/issuers/ezpay/call.ts', `import { textOf } from '../ecpay/fields.ts'`, 'only modules/invoices/issuers.ts imports'],
    ['modules/logins/open-session.ts', `import { line } from './ways/line.ts'`, 'only modules/logins/ways.ts imports'],
    ['process/log.ts', `log.warn('set PAYMENT_HASH_KEY')`, 'the record of a door says it'],
    ['ui/orders/pay-ways.tsx', `const isSet = 'LINEPAY_URL' in settings`, 'the record of a door says it'],
    ['process/environment.ts', `const url = env['NEWEBPAY_URL']`, 'the record of a door says it'],
    ['ui/orders/pay.tsx', `const isEcpay = true`, 'the record of a door says it'],
    ['ui/accounts/login-ways.tsx', `if (name === 'apple') show()`, 'the record of a door says it'],
    ['i18n/messages/xx.json', `{ "pay_by": "by ECPay" }`, 'the record of a door says it'],
    ['ui/shell/page-files.tsx', `const state = router.serverSsr?.takeTags`, 'internal to the framework'],
    ['pages/server-entry.ts', `const boot = (window) => window['$_TSR']`, 'internal to the framework'],
    ['pages/server-entry.ts', `const late = (html) => html.includes('<!--$?-->')`, 'internal to the framework'],
    ['pages/server-entry.ts', 'const end = (id) => `</body>${id}$tsr-barrier`', 'internal to the framework'],
  ])('%s may not say %s', (from, code, why) => {
    expect(whyBroken(from, code)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    [
      'routes/login.tsx',
      `import type { LoginBody } from '#modules/accounts/wire.ts'; import { accountPattern } from '#modules/accounts/rules.ts'`,
    ],
    [
      'routes/login.tsx',
      `import type { Line } from '#modules/preorders/line-wire.ts'; import { fits } from '#modules/content/story-rules.ts'`,
    ],
    ['modules/orders/rules.ts', `import { minutes } from '#lib/period.ts'; import type { Court } from '#modules/venues/rules.ts'`],
    ['modules/orders/line-wire.ts', `import { z } from 'zod'; import { orderStates } from './rules.ts'`],
    ['modules/orders/place-order.ts', `import { findCourt } from '#modules/venues/store.ts'; import type { Db } from '#db/connect.ts'`],
    ['modules/payments/providers.ts', `import { ecpay } from './providers/ecpay/provider.ts'`],
    ['modules/invoices/issuers/ecpay-receipt/issuer.ts', `import { callEcpay } from '../ecpay/envelope.ts'`],
    ['modules/logins/ways/google.ts', `import { openWithOpenId } from './open-id.ts'; const name = 'google'`],
    ['../demo/gateway/gateway.ts', `import { sign } from '../../src/modules/payments/providers/ecpay/fields.ts'`],
    ['modules/orders/store.ts', `import { sql } from 'kysely'; export const one = (db) => db.selectFrom('orders').select(sql\`1\`)`],
    ['modules/orders/queue-store.ts', `import { sql } from 'kysely'`],
    ['modules/orders/api.ts', `import { staffApi } from './staff-api.ts'; import { problem } from '#http/problem.ts'`],
    ['http/rate-limits.ts', `import { sql } from 'kysely'`],
    ['modules/orders/place-order.test.ts', `import { sql } from 'kysely'; export const now = sql\`now()\``],
    [
      'wiring/house.ts',
      `import { orders } from '#modules/orders/module.ts'; import { returnTarget } from '../navigation/navigation-policy.ts'`,
    ],
    ['modules/orders/module.ts', `import { ordersApi } from './api.ts'; import { orderLetters } from './letters.ts'`],
    ['modules/orders/store.test.ts', `import { freshDatabase } from '#testing/postgres.ts'`],
    ['../demo/load.ts', `import { placeOrder } from '../src/modules/orders/place-order.ts'`],
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

describe('places of src', () => {
  it('are known for every folder and file beside them', () => {
    const entries = readdirSync(join(import.meta.dirname, '../../src')).filter((name) => !/\.test\.ts$|^testing$/.test(name))
    expect(entries.filter((name) => placeOf(`${name}${name.includes('.') ? '' : '/a.ts'}`) === undefined)).toEqual([])
  })

  it('ask the languages, and name none', () => {
    expect(whyBroken('modules/orders/letters.ts', `const word = (locale: string) => (locale === 'tw' ? '。' : '.')`)).toEqual([
      expect.stringContaining('only src/i18n names a language'),
    ])
    expect(whyBroken('i18n/dates.ts', `export const first = 'tw'`)).toEqual([])
  })

  it('are refused when they are new', () => {
    expect(whyBroken('gifts/give.ts', 'export const gift = 1')).toEqual([expect.stringContaining('add it to scripts/walls/places.ts')])
    expect(whyBroken('gifts.ts', 'export const gift = 1')).toEqual([expect.stringContaining('add it to scripts/walls/places.ts')])
    expect(whyBroken('app.ts', `import { gift } from './gifts.ts'`)).toEqual([expect.stringContaining('add it to scripts/walls/places.ts')])
  })

  it.each([
    ['lib/period.ts', `import type { Court } from '#modules/venues/rules.ts'`, 'lib imports only from itself'],
    ['i18n/dates.ts', `import { orderMoves } from '#modules/orders/rules.ts'`, 'i18n imports only from lib'],
    ['db/pool.ts', `import { log } from '#http/log.ts'`, 'db imports only from i18n, lib'],
    ['navigation/policy.ts', `import { useViewer } from '#ui/session/viewer.ts'`, 'navigation imports only from i18n, lib'],
    ['http/call.ts', `import { readSession } from '#modules/logins/read-session.ts'`, 'http imports only from'],
    ['http/call.ts', `import type { RouterContext } from '#pages/router.tsx'`, 'http imports only from'],
    ['ui/kit/badge.tsx', `import { orderMoves } from '#modules/orders/rules.ts'`, 'the kit has no product noun'],
    ['client/send.ts', `import { toast } from '#ui/kit/toast.tsx'`, 'client imports only from'],
    ['ui/orders/order-card.tsx', `import { validate } from '#routes/-validate.ts'`, 'ui imports only from'],
    ['routes/login.tsx', `import type { RouterContext } from '#pages/router.tsx'`, 'routes imports only from'],
    ['wiring/api.ts', `import { toast } from '#ui/kit/toast.tsx'`, 'wiring imports only from'],
    ['wiring/api.ts', `import { ordersApi } from '#modules/orders/api.ts'`, 'only its own module.ts'],
    ['app.ts', `import { buildApi } from './wiring/api.ts'`, 'app.ts imports only from'],
    ['wiring/jobs.ts', `import { serve } from '../process/serve.ts'`, 'wiring imports only from'],
    ['../demo/gateway/api.ts', `import { buildApi } from '../../src/wiring/api.ts'`, 'demo imports only from'],
    ['modules/orders/place-order.ts', `import { demoSecret } from '../../../demo/load.ts'`, 'does not know who uses it'],
  ])('%s may not say %s', (from, code, why) => {
    expect(whyBroken(from, code)).toEqual([expect.stringContaining(why)])
  })

  it('import one way only: no place can reach itself through others', () => {
    const reached = (place: string, seen = new Set<string>()): Set<string> => {
      for (const next of mayImport[place as keyof typeof mayImport]) if (!seen.has(next)) reached(next, seen.add(next))
      return seen
    }
    expect(Object.keys(mayImport).filter((place) => reached(place).has(place))).toEqual([])
  })
})

describe('folders of ui', () => {
  it.each([
    [
      'ui/accounts/login-form.tsx',
      `import { Shell } from '#ui/shell/shell.tsx'`,
      'ui/accounts imports only from tiers left of it, and ui/shell is not',
    ],
    ['ui/orders/order-card.tsx', `import type { Refund } from '../refunds/refund-words.ts'`, 'and ui/refunds is not'],
    ['ui/refunds/refund-card.tsx', `import style from '#ui/tickets/ticket.module.css'`, 'and ui/tickets is not'],
    [
      'ui/staff/board/day.tsx',
      `import { Till } from '#ui/staff/till/till.tsx'`,
      'ui/staff/board imports only ui/staff/kit, not the screen ui/staff/till',
    ],
    ['ui/shell/shell.tsx', `import { Rail } from '#ui/staff/kit/rail.tsx'`, 'and ui/staff is not'],
    ['ui/gifts/gift.tsx', `import { Button } from '#ui/kit/button.tsx'`, 'the folder ui/gifts is in no tier'],
    ['ui/home/today.tsx', `import { Gift } from '#ui/gifts/gift.tsx'`, 'and ui/gifts is not'],
  ])('%s may not say %s', (from, code, why) => {
    expect(whyBroken(from, code)).toEqual([expect.stringContaining(why)])
  })

  it('import downward: from their own, from the kit and from nouns that they build on', () => {
    expect(
      whyBroken(
        'ui/refunds/refund-card.tsx',
        `import { Button } from '#ui/kit/button.tsx'; import { Ticket } from '../orders/ticket.tsx'; import './refund-words.ts'; import '#ui/styles.css'`,
      ),
    ).toEqual([])
  })
})

describe('what no bundle of pages may hold', () => {
  it.each([
    'src/db/connect.ts',
    'src/http/call.ts',
    'src/config.ts',
    'src/modules/orders/staff-api.ts',
    'src/modules/orders/place-order.ts',
    'src/modules/preorders/line-wire.ts',
    'demo/load.ts',
  ])('holds %s', (path) => expect(notForPages.test(path)).toBe(true))

  it.each([
    'src/modules/orders/rules.ts',
    'src/modules/content/story-rules.ts',
    'src/lib/period.ts',
    'src/ui/kit/store.ts',
    'src/client/api-client.ts',
  ])('does not hold %s', (path) => expect(notForPages.test(path)).toBe(false))
})
