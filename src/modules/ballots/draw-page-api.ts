import { reply, type Api } from '#http/call.ts'
import { refuse } from '#lib/result.ts'
import { presentDrawPage, type PublishedDraw } from './draw-page-present.ts'
import { DrawPageAnswer, DrawPageParams, DrawPageQuery } from './draw-page-wire.ts'

export type DrawPageDeps = { readPublishedDraw(roundId: number): Promise<PublishedDraw | undefined> }

/** The call behind the public page of a draw. */
export function drawPageApi(api: Api, { readPublishedDraw }: DrawPageDeps): void {
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
      return published ? reply(200, presentDrawPage(published, { entry, page }, locale)) : refuse({ code: 'not_found' })
    },
  )
}
