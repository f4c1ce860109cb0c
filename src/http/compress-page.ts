import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { acceptedEncoding } from './assets.ts'

/** Compresses a page while it is streamed, at a fast level: each page is sent once only. */
export function compressPage(request: Request, response: Response): Response {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'), () => true)
  if (!response.body || !encoding || response.headers.has('content-encoding')) return response
  const squeeze =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(response.body as NodeStream)
  source.on('error', (error) => squeeze.destroy(error))
  squeeze.on('close', () => source.destroy())
  source.pipe(squeeze)
  const headers = new Headers(response.headers)
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(Readable.toWeb(squeeze) as ReadableStream, { status: response.status, headers })
}
