import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'

type NewArticle = {
  kind?: 'news' | 'document'
  category?: string
  state?: 'draft' | 'published' | 'withdrawn'
  titleTw?: string
  titleEn?: string
  summaryTw?: string
  bodyTw?: string
  bodyEn?: string
  pinned?: boolean
  publishAt?: string
  expiresAt?: string
}

let made = 0

/** An article as staff would have left it; published two days before the usual clock of tests. */
export async function newArticle(db: Db, more: NewArticle = {}): Promise<number> {
  const { kind = 'news', state = 'published', publishAt = '2026-11-13T10:00:00+08:00' } = more
  const moment = new Date('2026-11-13T10:00:00+08:00')
  const { id } = await db
    .insertInto('articles')
    .values({
      kind,
      category: more.category ?? (kind === 'news' ? 'notice' : 'form'),
      state,
      pinned: more.pinned ?? false,
      title_tw: more.titleTw ?? (more.titleEn === undefined ? `公告 ${++made}` : ''),
      title_en: more.titleEn ?? '',
      summary_tw: more.summaryTw ?? '',
      body_tw: more.bodyTw ?? '內文',
      body_en: more.bodyEn ?? '',
      publish_at: state === 'draft' ? null : publishAt,
      expires_at: more.expiresAt ?? null,
      created_at: moment,
      updated_at: moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Thousands of articles that talk about everything, of which few talk about badminton. */
export async function manyArticles(db: Db, count: number): Promise<void> {
  await sql`
    insert into articles (kind, category, state, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, publish_at, created_at, updated_at)
    select 'news', (array['notice', 'closure', 'event', 'course', 'facility', 'preorder'])[1 + n % 6], 'published', n % 500 = 0,
      (array['游泳池水質檢測結果', '桌球館照明更新', '籃球場地板保養', '社區健行活動報名', '瑜伽課程加開班次', '足球場草皮養護'])[1 + n % 6] || ' ' || n,
      (array['Pool water test results', 'New lights for table tennis', 'Basketball floor care', 'Community hike', 'More yoga classes', 'Football turf care'])[1 + n % 6] || ' ' || n,
      (array['請民眾多加利用', '造成不便敬請見諒', '歡迎踴躍參加'])[1 + n % 3], '',
      '本園區為提供更好的服務，' || case when n % 100 = 7 then '羽球館同步開放。' else '請洽服務櫃檯。' end || substr(md5(n::text), 1, 8),
      case when n % 100 = 7 then 'The badminton hall stays open.' else 'Ask at the desk.' end,
      timestamptz '2026-11-14T00:00:00+08:00' - n * interval '1 hour', now(), now()
    from generate_series(1, ${count}::integer) as n`.execute(db)
  await sql`vacuum analyze articles`.execute(db)
}
