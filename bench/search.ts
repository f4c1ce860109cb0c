import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { fire, repeat, type Outcome, type Shot } from './load.ts'

export const articleCount = 10_000

/** Keywords that few, some and all of the articles contain. */
const keywords = [
  ['羽球', 'inside a longer word, in 1 of 100'],
  ['badm', 'half typed, in 1 of 100'],
  ['停車 shuttle', 'two words, in 1 of 20'],
  ['服務', 'in every article'],
] as const

/** (f) A keyword among ten thousand articles of a page of text each, in both languages; one visitor at a time. */
export async function search(db: Db, ours: string, scale: number): Promise<{ what: string; outcome: Outcome }[]> {
  await fillArticles(db)
  const found = []
  for (const [keyword, where] of keywords) {
    const shot: Shot = { method: 'POST', path: '/api/News/List', body: JSON.stringify({ keyword }) }
    await fire(ours, 1, repeat(shot, 20))
    const outcome = await fire(ours, 1, repeat(shot, Math.ceil(300 * scale)))
    found.push({ what: `(f) search for ${keyword} (${where}) among ${articleCount.toLocaleString('en')} articles`, outcome })
  }
  return found
}

async function fillArticles(db: Db): Promise<void> {
  await sql`
    insert into articles (kind, category, state, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, publish_at, created_at, updated_at)
    select 'news', (array['notice', 'closure', 'event', 'course', 'facility', 'preorder'])[1 + n % 6], 'published', n % 500 = 0,
      (array['游泳池水質檢測結果', '桌球室照明更新', '籃球場地板保養', '社區健行活動報名', '瑜伽課程加開班次', '足球場草皮養護'])[1 + n % 6] || '（第 ' || n || ' 號）',
      (array['Pool water test results', 'New lights for table tennis', 'Basketball floor care', 'Community hike', 'More yoga classes', 'Football turf care'])[1 + n % 6] || ' no. ' || n,
      '本園區為提供更好的服務品質，自即日起辦理，請民眾多加利用。', 'To serve you better; everybody is welcome.',
      case when n % 100 = 7 then '羽球館同步開放，歡迎洽詢。' else '其他場館照常開放。' end
        || '活動期間請依現場人員指示行動，並遵守場地使用管理辦法；如遇颱風或豪雨，依本市公告辦理，已繳費用全額退還。'
        || case when n % 20 = 3 then '停車位有限，請多利用接駁車。' else '請多利用大眾運輸工具。' end
        || '報名採線上登記，額滿為止，編號 ' || substr(md5(n::text), 1, 8) || '。相關資訊將隨時更新於本網站，不另行通知。',
      case when n % 100 = 7 then 'The badminton hall stays open. ' else 'Everything else stays open. ' end
        || 'Please follow the staff on site and keep the rules; in a typhoon we follow the announcements of the city, and fees are refunded in full. '
        || case when n % 20 = 3 then 'There is little parking: take the shuttle. ' else 'Please come by bus. ' end
        || 'Sign up online under ' || substr(md5(n::text), 9, 8) || ' while there are places. News appears on this page.',
      now() - n * interval '1 hour', now(), now()
    from generate_series(1, ${articleCount}::integer) as n`.execute(db)
  await sql`vacuum analyze articles`.execute(db)
}
