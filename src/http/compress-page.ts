import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding } from './assets.ts'

const [squeezeBrotli, squeezeGzip] = [promisify(brotliCompress), promisify(gzip)]
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }

/** Compresses a page in one go, on a thread of its own and at a fast level: each page is sent once only. */
export async function compressPage(request: Request, response: Response): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'), () => true)
  if (!response.body || !encoding || response.headers.has('content-encoding')) return response
  const plain = new Uint8Array(await response.arrayBuffer())
  const body = encoding === 'br' ? await squeezeBrotli(plain, brotli) : await squeezeGzip(plain, { level: 4 })
  const headers = new Headers(response.headers)
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(body as Uint8Array<ArrayBuffer>, { status: response.status, headers })
}
