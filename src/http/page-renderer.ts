import type { PageRequest } from '#navigation/page-request.ts'
import { fileURLToPath } from 'node:url'

export type RenderPage = (request: Request, page: PageRequest) => Promise<Response>

const dist = new URL('../../dist/', import.meta.url)

export const builtAssets = fileURLToPath(new URL('client', dist))

/** The page renderer is a bundle, made by `npm run build`. */
export async function loadPageRenderer(): Promise<RenderPage> {
  const bundle = (await import(new URL('server/server-entry.js', dist).href)) as {
    default: { fetch(request: Request, options: { context: PageRequest }): Promise<Response> }
  }
  return (request, page) => bundle.default.fetch(request, { context: page })
}
