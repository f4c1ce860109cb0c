import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { Draw, Manifest } from './manifest-wire.ts'
import { findPublished, listPublished, type PublishedRow } from './draw-store.ts'
import { DrawPageAnswer, DrawPageParams, DrawPageQuery, PublishedAnswer, PublishedListAnswer, PublishedParams } from './draw-page-wire.ts'
import { presentDrawPage, type PublishedDraw } from './draw-page-present.ts'

const presentRow = ({ roundId, name, hash, frozenAt, dueAt, drawnAt }: PublishedRow, locale: Locale) => ({
  roundId,
  name: say(name, locale),
  hash,
  frozenAt: frozenAt.toISOString(),
  dueAt: dueAt.toISOString(),
  drawnAt: drawnAt?.toISOString() ?? null,
})

const asFile = (name: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})

/** Calls for everybody: what is published about ballots. */
export function publishedBallotsApi(api: Api, { db }: { db: Db }): void {
  api.add(
    {
      method: 'get',
      path: '/api/Ballot/List',
      summary: 'Ballots whose wishes are fixed, the newest first',
      access: 'public',
      answers: { 200: PublishedListAnswer },
    },
    async ({ locale }) =>
      reply(
        200,
        (await listPublished(db)).map((row) => presentRow(row, locale)),
      ),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Ballot/Draw/{id}',
      summary: 'A ballot as it is published: what decides it, and once it is drawn the random value with its proof and every turn',
      access: 'public',
      params: PublishedParams,
      answers: { 200: PublishedAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale }) => {
      const found = await findPublished(db, id)
      if (!found) return refuse({ code: 'not_found' })
      return reply(200, {
        ...presentRow(found, locale),
        manifest: Manifest.parse(JSON.parse(found.manifest)),
        draw: found.draw === null ? null : Draw.parse(JSON.parse(found.draw)),
        objections: found.objections.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      })
    },
  )

  for (const [file, summary] of [
    ['manifest', 'The manifest byte by byte, whose SHA-256 was mailed to the clubs'],
    ['draw', 'The draw byte by byte: the random value with its proof, and every turn'],
  ] as const)
    api.add(
      {
        method: 'get',
        path: file === 'manifest' ? '/api/Ballot/Draw/{id}/Manifest.json' : '/api/Ballot/Draw/{id}/Draw.json',
        summary,
        access: 'public',
        params: PublishedParams,
        answers: { 200: 'bytes' },
        refusals: { not_found: 404 },
      },
      async ({ params: { id } }) => {
        const text = (await findPublished(db, id))?.[file]
        return text ? reply(200, text, asFile(`${file}-${id}.json`)) : refuse({ code: 'not_found' })
      },
    )
}

type DrawPageDeps = {
  readPublishedDraw(roundId: number): Promise<PublishedDraw | undefined>
  /** A signed link to a page. */
  linkTo(path: string): string
}

/** The call behind the public page of a draw. */
export function drawPageApi(api: Api, { readPublishedDraw, linkTo }: DrawPageDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Ballot/Page/{id}',
      summary:
        'The public page of a ballot: what decides it, how the floor went, a page of turns, and one entry with the reason for each wish',
      access: 'public',
      params: DrawPageParams,
      query: DrawPageQuery,
      answers: { 200: DrawPageAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, query: { entry, page }, locale }) => {
      const published = await readPublishedDraw(id)
      if (!published) return refuse({ code: 'not_found' })
      return reply(200, { ...presentDrawPage(published, { entry, page }, locale), link: linkTo(`/draws/${id}`) })
    },
  )
}
