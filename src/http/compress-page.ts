import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { acceptedEncoding } from './assets.ts'

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }
/** The output of most pages fits into one chunk. */
const gzipped = { level: 3, chunkSize: 32 * 1024 }

const now = { br: (plain: Plain) => brotliCompressSync(plain, brotli), gzip: (plain: Plain) => gzipSync(plain, gzipped) }
const [squeezeBrotli, squeezeGzip] = [promisify(brotliCompress), promisify(gzip)]
const onThread = { br: (plain: Plain) => squeezeBrotli(plain, brotli), gzip: (plain: Plain) => squeezeGzip(plain, gzipped) }

type Plain = string | Uint8Array

/** A page for one visitor, before it is compressed. */
export type RenderedPage = { status: number; headers: Headers; body: string | ReadableStream | null }

/** Compressing less than this takes half a millisecond: less than handing it to a thread and back. */
const soon = 64 * 1024

/** Compresses a page in one go and at a fast level: it is sent once only. */
export async function compressPage(request: Request, { status, headers, body }: RenderedPage): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'), () => true)
  if (!body || !encoding || headers.has('content-encoding')) return new Response(body, { status, headers })
  const plain = typeof body === 'string' ? body : new Uint8Array(await new Response(body).arrayBuffer())
  const squeezed = await (plain.length < soon ? now : onThread)[encoding](plain)
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(squeezed as Uint8Array<ArrayBuffer>, { status, headers })
}
