import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tableOwners, tablesOf } from './table-owners.ts'
import { tableBreachesIn } from './tables.ts'
import { modules } from './tiers.ts'

const db = join(import.meta.dirname, '../../src/db')

const sqlFiles = {
  'db/functions/place_orders.sql': '-- Module: orders\ncreate function place_orders() …',
  'db/functions/lock_members.sql': '-- Module: accounts\ncreate function lock_members() …',
  'db/views/held_spaces.sql': '-- Module: availability\ncreate view held_spaces as select * from occupancy',
}

function breaches(path: string, text: string): string[] {
  return tableBreachesIn(new Map(Object.entries({ ...sqlFiles, [path]: text }))).map(({ to, why }) => `${to}: ${why}`)
}

const query = (module: string, code: string) => breaches(`modules/${module}/read-store.ts`, code)
const sql = (module: string, text: string) => breaches('db/functions/one.sql', `-- Module: ${module}\n${text}`)

describe('owners of tables', () => {
  it('are said for every table of the database, once, and for no other', () => {
    const generated = readFileSync(join(db, 'tables.gen.ts'), 'utf8')
    const tables = [...generated.slice(generated.indexOf('export interface DB {')).matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table!)
    const views = globSync('views/*.sql', { cwd: db }).map((path) => basename(path, '.sql'))
    expect([...tableOwners.keys(), ...views].toSorted()).toEqual(tables.toSorted())
    expect(Object.values(tablesOf).flat()).toHaveLength(tableOwners.size)
  })

  it('are modules, or the two parts beside them that have tables', () => {
    expect(Object.keys(tablesOf).filter((owner) => !modules.includes(owner))).toEqual(['http', 'demo'])
  })
})

describe('queries of a store', () => {
  it.each([
    ['accounts', `db.selectFrom('orders').selectAll()`, 'orders: accounts reads only'],
    ['accounts', `db.selectFrom('members as m').innerJoin('orders as o', 'o.member_id', 'm.id')`, 'orders: accounts reads only'],
    ['accounts', `db.selectFrom(['members', 'orders as o'])`, 'orders: accounts reads only'],
    ['accounts', `db.updateTable('members').from('orders')`, 'orders: accounts reads only'],
    ['accounts', 'sql`select 1 from members m, orders o`', 'orders: accounts reads only'],
    ['accounts', 'sql`exists (select from orders where member_id = ${id})`', 'orders: accounts reads only'],
    ['lockers', `db.selectFrom('refunds').selectAll()`, 'refunds: lockers reads only'],
    ['accounts', `db.selectFrom('held_spaces').selectAll()`, 'held_spaces: accounts reads only'],
    ['refunds', `db.insertInto('ledger').values(row)`, 'ledger: only payments writes'],
    ['refunds', `db.updateTable('orders').set(row)`, 'orders: only orders writes'],
    ['refunds', `db.deleteFrom('orders')`, 'orders: only orders writes'],
    ['refunds', 'sql`insert into ledger (id) values (1)`', 'ledger: only payments writes'],
    ['refunds', 'sql`with gone as (delete from orders returning id) select id from gone`', 'orders: only orders writes'],
    ['refunds', 'sql`update only orders set state = 1`', 'orders: only orders writes'],
    ['refunds', 'sql`truncate orders`', 'orders: only orders writes'],
    ['refunds', `sql.raw('delete from orders')`, 'orders: only orders writes'],
    ['lockers', 'sql`select place_calls() from lockers`; sql`select give_back()`', undefined],
    ['accounts', 'sql`select * from place_orders(${orders}::jsonb)`', 'place_orders: accounts calls only'],
    ['accounts', `db.select((e) => e.fn('place_orders', []))`, 'place_orders: accounts calls only'],
  ])('of %s: %s', (module, code, why) => {
    expect(query(module, code)).toEqual(why === undefined ? [] : [expect.stringContaining(why)])
  })

  it.each([
    [`db.selectFrom('orders').select('id').forUpdate()`],
    [`db.selectFrom('refunds as r').innerJoin('orders as o', 'o.id', 'r.order_id').forUpdate('o')`],
    [`db.selectFrom('orders').select('id').where('id', '=', id).forNoKeyUpdate().execute()`],
    ['sql`select 1 from orders where id = ${id} for update`'],
    ['sql`select 1 from orders where id in (select order_id from refunds) order by id for no key update`'],
    ['sql`select 1 from refunds r join orders o on o.id = r.order_id for update of r, o skip locked`'],
    ['const from = sql`refunds r join orders o on o.id = r.order_id`; sql`select 1 from ${from} for update of o`'],
  ])('lock only what their module owns: %s', (code) => {
    expect(query('refunds', code)).toEqual([expect.stringContaining('orders: only orders writes')])
  })

  it.each([
    ['refunds', `db.selectFrom('orders as o').innerJoin('members as m', 'm.id', 'o.member_id')`],
    ['refunds', `db.selectFrom('refunds as r').innerJoin('orders as o', 'o.id', 'r.order_id').forUpdate('r')`],
    ['refunds', 'sql`select 1 from refunds r join orders o on o.id = r.order_id for update of r skip locked`'],
    ['refunds', 'sql`update refunds r set state = 1 from orders o where o.id = r.order_id and exists (select from orders for share)`'],
    ['refunds', 'sql`insert into refunds (id) values (1) on conflict (id) do update set orders = excluded.orders`'],
    ['accounts', "sql`select 'from orders' as orders, m.orders from members m -- from orders`"],
    ['accounts', `db.selectFrom('members').select('orders'); Array.from('abc'); Buffer.from(bytes)`],
    ['orders', 'sql`select lock_members(${ids}::uuid[])`; sql`select * from place_orders(${json})`'],
    ['orders', `db.selectFrom('held_spaces').selectAll()`],
  ])('of %s may say %s', (module, code) => {
    expect(query(module, code)).toEqual([])
  })

  it.each([
    ['db.insertInto(table).values(row)'],
    ['sql`update ${sql.table(table)} set body = null`'],
    ['sql`delete from ${table}`'],
    ['sql.raw(text)'],
    ['query.forUpdate()'],
    ['sql`select 1 from ${from} for update`'],
  ])('name the table that they write: %s', (code) => {
    expect(query('orders', code)).toContainEqual(expect.stringContaining('the table is not named here'))
  })

  it('of the http kit know its own table, and of the database kit none', () => {
    expect(breaches('http/rate-limits.ts', `db.deleteFrom('rate_limits')`)).toEqual([])
    expect(breaches('http/session.ts', `db.selectFrom('sessions')`)).toEqual([expect.stringContaining('sessions: http reads only')])
    expect(breaches('db/pool.ts', `db.selectFrom('settings')`)).toEqual([expect.stringContaining('settings: db reads only')])
  })

  it('beside the modules read everything and write nothing', () => {
    expect(breaches('wiring/file-uses.ts', `db.selectFrom('orders')`)).toEqual([])
    expect(breaches('wiring/retention.ts', `db.deleteFrom('orders')`)).toEqual([expect.stringContaining('only orders writes')])
  })
})

describe('functions and views', () => {
  it.each([
    ['accounts', 'perform 1 from orders;', 'orders: accounts reads only'],
    ['accounts', 'declare v_order orders%rowtype; begin end', 'orders: accounts reads only'],
    [
      'orders',
      'as $$ begin perform 1 from members where id = any (p_ids) order by id for no key update; end $$',
      'members: only accounts writes',
    ],
    ['lockers', 'insert into orders (id) select id from placed', 'orders: only orders writes'],
    ['lockers', 'insert into "orders" (id) select id from placed', 'orders: only orders writes'],
    ['availability', 'select place_orders(p_orders)', 'place_orders: availability calls only'],
  ])('of %s: %s', (module, text, why) => {
    expect(sql(module, text)).toEqual([expect.stringContaining(why)])
  })

  it('read tables to their left, write their own and call functions to their left', () => {
    expect(
      sql(
        'orders',
        `perform lock_members(p_ids); insert into orders (id) select o.id from members m; perform 1 from orders o where true for update of o;`,
      ),
    ).toEqual([])
  })

  it.each([['create view one as select 1'], ['-- Module: gifts\nselect 1'], ['-- A comment\n-- Module: orders\nselect 1']])(
    'name their owner in the first line: %s',
    (text) => {
      expect(breaches('db/views/one.sql', text)).toEqual([expect.stringContaining('the first line of a function or view')])
    },
  )
})
