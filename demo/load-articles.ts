import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db, Trx } from '#db/connect.ts'
import { formatDay } from '#i18n/dates.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { picturesIn, type ArticleKind, type Category } from '#modules/content/rules.ts'
import { keepVersion } from '#modules/content/history-store.ts'
import { insertArticle, moveArticle, replaceFiles } from '#modules/content/write-store.ts'
import { keepFiles, storeFile, type Keeping } from '#modules/files/keep-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { demoFiles, type DemoFile } from './documents.ts'

const folder = join(import.meta.dirname, 'articles')

type Source = { head: Record<string, string>; tw: string; en: string }

/** Each file says what it is, then its text in Chinese, a line of ===, and its text in English. */
function readSources(): Source[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const [, about = '', text = ''] = readFileSync(join(folder, name), 'utf8').split(/^---$/m)
      const [tw = '', en = ''] = text.split(/^===$/m)
      const head = about
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
      return { head: Object.fromEntries(head), tw: tw.trim(), en: en.trim() }
    })
}

/** News and documents around today, with files made on the spot. Loaded once. */
export async function loadArticles(trx: Trx, files: FileStore, staffId: string, now: Date): Promise<void> {
  if (await trx.selectFrom('articles').select('id').limit(1).executeTakeFirst()) return
  const dir = await mkdtemp(join(tmpdir(), 'fieldhouse-demo-'))
  const keep = async (file: DemoFile) => {
    const path = join(dir, 'file')
    await writeFile(path, file.bytes)
    // Inside the transaction of the whole demo: what fails leaves nothing behind.
    const keeping: Keeping = { db: trx as unknown as Db, store: files, ownerId: staffId, purpose: 'upload', now }
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    return (await storeFile(keeping, { path, name: file.name, type: file.type, size: file.bytes.length, sha256 })).id
  }
  try {
    const pictures = {
      lockers: await keep({
        name: 'lockers.png',
        type: 'image/png',
        bytes: await readFile(join(import.meta.dirname, 'pictures/lockers.png')),
      }),
    }
    for (const source of readSources()) await loadOne(trx, source, { keep, pictures, staffId, now })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

type Loading = { keep(file: DemoFile): Promise<string>; pictures: Record<string, string>; staffId: string; now: Date }

async function loadOne(trx: Trx, { head, tw, en }: Source, { keep, pictures, staffId, now }: Loading): Promise<void> {
  const words = (a: string | undefined, b: string | undefined) => ({
    tw: fill(a ?? '', 'tw', pictures, now),
    en: fill(b ?? '', 'en', pictures, now),
  })
  const body = words(tw, en)
  // Without a day it is a draft.
  const publishAt = head['days'] === undefined ? undefined : morning(now, Number(head['days']))
  const writtenAt = publishAt && publishAt < now ? publishAt : now
  const kind = head['kind'] as ArticleKind
  const written = {
    category: head['category'] as Category,
    pinned: head['pinned'] === 'yes',
    title: words(head['title_tw'], head['title_en']),
    summary: words(head['summary_tw'], head['summary_en']),
    body,
  }
  const { id } = await insertArticle(trx, { kind, by: staffId, ...written }, writtenAt)
  const fileIds = picturesIn(body)
  for (const name of head['files']?.split(' ') ?? []) fileIds.push(await keep(demoFiles[name]!()))
  const kept = await keepFiles(trx, fileIds, staffId, now)
  if (!kept.ok) throw new Error(`The files of ${written.title.tw} could not be kept`)
  await replaceFiles(trx, id, fileIds)
  await keepVersion(trx, id, { by: staffId }, writtenAt)
  if (!publishAt) return
  const expiresAt = head['expires'] === undefined ? null : morning(now, Number(head['expires']))
  await moveArticle(trx, id, 'publish', { publishAt, expiresAt }, writtenAt)
}

const nine = 9 * 60
const morning = (now: Date, days: number) => momentAt(addDays(dayOf(now), days), nine)

/** {{day+5}} is a day from today, {{picture:name}} one of our own pictures. */
const fill = (text: string, locale: 'tw' | 'en', pictures: Record<string, string>, now: Date) =>
  text
    .replaceAll(/\{\{day\+(\d+)\}\}/g, (_, days: string) => formatDay(morning(now, Number(days)), locale))
    .replaceAll(
      /\{\{picture:(\w+)\}\}/g,
      (_, name: string) =>
        `![${locale === 'tw' ? '一排標準與大型置物櫃' : 'A row of standard and large lockers'}](/api/File/${pictures[name]} "1200x630")`,
    )
