import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { readShown } from '#modules/content/story-store.ts'
import { countIn, openLoadedDemo, type LoadedDemo } from '#testing/loaded-demo.ts'
import { loadHighlights } from './load-highlights.ts'
import { stories } from './stories.ts'

const now = new Date('2026-11-15T11:15:00+08:00')
let demo: LoadedDemo
let db: Db
beforeAll(async () => {
  demo = await openLoadedDemo(now)
  db = demo.db
}, 120_000)
afterAll(() => demo.close())

it('A18 the demo has five stories with eleven pictures, each told in both languages', () => {
  const pictures = stories.flatMap((story) => story.pictures)
  expect([stories.length, pictures.length]).toEqual([5, 11])
  for (const { tw, en } of [...stories.flatMap(({ title, text }) => [title, text]), ...pictures.map(({ alt }) => alt)])
    expect(tw && en).toBeTruthy()
})

it('A18 the demo’s pictures are loaded once when several processes start at the same time', async () => {
  const load = () => loadHighlights({ db, files: demo.files }, stories, now)
  // Who loads them draws their variants, so that these are drawn once.
  expect((await Promise.all([load(), load(), load()])).filter(Boolean)).toHaveLength(1)
  expect(await load()).toBe(false)
  const { stories: shown, total } = await readShown(db, { page: 1, pageSize: 100 }, now)
  expect(total).toBe(5)
  expect(shown.map(({ title }) => title.tw)).toEqual(stories.map(({ title }) => title.tw))
  expect(shown[1]!.pictures[0]).toMatchObject({ width: 1200, height: 800 })
})

it('every facility of the demo has pictures with words in both languages, in the sizes of pages as they are in the repository', async () => {
  for (const { code, pictures } of demo.catalogue.facilities) {
    expect(pictures.length, code).toBeGreaterThan(0)
    for (const { alt } of pictures) expect(alt.tw && alt.en && alt.tw !== alt.en, code).toBeTruthy()
  }
  const { rows } = await sql<{ id: string; width: number; measured: number; name: string; kept: boolean }>`
    select f.id, v.width, p.width as measured, f.name, f.kept_at is not null as kept
    from facility_pictures p join facility_variants v on v.picture_id = p.id join files f on f.id = v.file_id`.execute(db)
  expect(rows).toHaveLength(2 * demo.catalogue.facilities.flatMap(({ pictures }) => pictures).length)
  for (const { name, width, kept } of rows) expect([name.endsWith(`-${width}.webp`), kept], name).toEqual([true, true])
  const { width, height } = await sharp(await buffer(await demo.files.open(rows.find((one) => one.width === 1600)!.id))).metadata()
  expect([width, height]).toEqual([1600, demo.catalogue.facilities[0]!.pictures[0]!.height])
})

describe('ratings and reports of the demo', () => {
  it('give most facilities enough ratings to be shown, and leave the demo member’s own visits to be rated', async () => {
    const { rows } = await sql<{ code: string; n: number; stars: number }>`
      select f.code, count(*)::int as n, avg(stars)::float8 as stars from ratings r join facilities f on f.id = r.facility_id group by f.code`.execute(
      db,
    )
    expect(rows.filter(({ n }) => n >= 5).length).toBeGreaterThanOrEqual(9)
    for (const { stars, n } of rows)
      if (n >= 20) expect(stars, 'neither perfect nor poor').toSatisfy((all: number) => all > 3.4 && all < 4.8)
    const own = sql<{ n: number }>`select count(*) as n from ratings r join members m on m.id = r.member_id where m.account = 'member'`
    expect(await countIn(db, own)).toBe(0)
    const written = await db.selectFrom('ratings').select('comment').where('comment', '<>', '').execute()
    expect(written.some(({ comment }) => /^[\x20-\x7e]+$/.test(comment))).toBe(true)
    expect(written.some(({ comment }) => /\p{Script=Han}/u.test(comment))).toBe(true)
  })

  it('send no invitations to the demo’s invented members', async () => {
    const uninvited = sql<{ n: number }>`
      select count(*) as n from orders o join members m on m.id = o.member_id
      where m.account <> 'member' and not exists (select from rating_invitations v where v.order_id = o.id)`
    expect(await countIn(db, uninvited)).toBe(0)
  })

  it('include reports of the demo member and of visitors, in every state', async () => {
    const reports = await db.selectFrom('reports').select(['ticket_no', 'state', 'member_id', 'mobile']).orderBy('no').execute()
    expect(reports[0]!.ticket_no).toBe('R-1001')
    expect(new Set(reports.map(({ state }) => state))).toEqual(new Set(['received', 'in-progress', 'done']))
    expect(reports.some(({ member_id }) => member_id !== null) && reports.some(({ mobile }) => mobile !== null)).toBe(true)
  })
})

describe('the waiting list of the demo', () => {
  it('has several in line for evenings on which nothing is free, each person once', async () => {
    const { rows } = await sql<{ day: string; from: number; facilityId: number; free: number; line: number; people: number }>`
      select w.day::text, w.from_minute as from, w.facility_id as "facilityId", count(*)::int as line, count(distinct w.member_id)::int as people,
        (select count(*)::int from courts c where c.facility_id = w.facility_id and not exists (
          select 1 from court_spaces s join occupancy o on o.space_id = s.space_id
          where s.court_id = c.id and o.during && tstzrange((w.day + make_time(w.from_minute / 60, 0, 0)) at time zone 'Asia/Taipei', (w.day + make_time(w.to_minute / 60, 0, 0)) at time zone 'Asia/Taipei'))) as free
      from wishes w where w.state = 'open' group by w.day, w.from_minute, w.to_minute, w.facility_id`.execute(db)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(rows.some(({ line }) => line > 1)).toBe(true)
    for (const { free, line, people } of rows) expect([free, people]).toEqual([0, line])
    expect(await countIn(db, sql`select count(distinct wish_id) as n from awaited_spaces`)).toBe(
      rows.reduce((sum, { line }) => sum + line, 0),
    )
  })
})
