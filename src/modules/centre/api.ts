import { reply, type Api } from '#http/call.ts'
import { htmlLang } from '#i18n/locale.ts'
import { renderMarkdown } from '#lib/markdown.ts'
import { refuse } from '#lib/result.ts'
import type { CentreDeps } from './deps.ts'
import { drawLogo, type LogoSize } from './draw-logo.ts'
import { textOf } from './own-texts.ts'
import { logoVersion, presentManifest } from './present.ts'
import { readCentre, readFace } from './store.ts'
import { CentreTextAnswer, CentreTextParams, LogoParams, LogoQuery, ManifestQuery } from './wire.ts'

/** Drawn sizes of the logo that are kept in memory: more than the sizes of one logo, fewer than those of two. */
const drawnAtMost = 8

/** Calls of everybody: the logo, the long texts and the manifest. Name, contact and colour come with the settings. */
export function centreApi(api: Api, { db, readFile }: Pick<CentreDeps, 'db' | 'readFile'>): void {
  const drawn = new Map<string, Promise<Buffer>>()
  function draw(fileId: string, size: LogoSize): Promise<Buffer> {
    const key = `${fileId} ${size}`
    const known = drawn.get(key)
    if (known) return known
    const drawing = readFile(fileId).then((bytes) => drawLogo(bytes, size))
    if (drawn.size >= drawnAtMost) drawn.delete(drawn.keys().next().value!)
    drawn.set(key, drawing)
    drawing.catch(() => drawn.delete(key))
    return drawing
  }

  api.add(
    {
      method: 'get',
      path: '/api/Centre/Logo/{size}',
      summary: 'The centre’s logo in one of its sizes: mark, icon-32, icon-180, icon-192 or icon-512',
      access: 'public',
      params: LogoParams,
      query: LogoQuery,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { size }, query: { v } }) => {
      const { logo } = await readFace(db)
      if (!logo) return refuse({ code: 'not_found' })
      const png = await draw(logo.fileId, size)
      return reply(200, new Uint8Array(png), {
        'content-type': 'image/png',
        'content-length': String(png.length),
        'cache-control': v === logoVersion(logo) ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Centre/Text/{kind}',
      summary: 'The centre’s terms of use, or its notice on personal data, as HTML in the caller’s language',
      access: 'public',
      params: CentreTextParams,
      answers: { 200: CentreTextAnswer },
    },
    async ({ params: { kind }, locale }) => reply(200, { html: renderMarkdown(textOf(await readCentre(db), kind, locale)) }),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Centre/Manifest',
      summary: 'The web app manifest; language by ?lang=tw or ?lang=en',
      access: 'public',
      query: ManifestQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query: { lang }, locale: preferred }) => {
      const locale = lang ?? preferred
      const manifest = { lang: htmlLang(locale), ...presentManifest(await readFace(db), locale) }
      return reply(200, JSON.stringify(manifest), { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=60' })
    },
  )
}
