import { reply, type Api } from '#http/call.ts'
import { refuse } from '#lib/result.ts'
import { presentDrawPage, type PublishedDraw } from './draw-page-present.ts'
import { DrawPageAnswer, DrawPageParams, DrawPageQuery } from './draw-page-wire.ts'

export type DrawPageDeps = {
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
