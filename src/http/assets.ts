import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'

type Asset = {
  type: string
  isWorker: boolean
  immutable: boolean
  etag: string
  bodies: Record<'identity' | 'br' | 'gzip', Uint8Array<ArrayBuffer> | undefined>
}
export type Assets = (request: Request) => Response | undefined

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the built files from memory: a few hundred kilobytes. No path of a request reaches the file system. */
export function openAssets(dir: string): Assets {
  const assets = existsSync(dir) ? readAssets(dir) : new Map<string, Asset>()
  return (request) => {
    const { pathname } = new URL(request.url)
    const asset = assets.get(pathname)
    if (asset) return answer(asset, request)
    // A missing chunk must not be answered with a page: the browser would try to run it.
    return pathname.startsWith('/assets/')
      ? new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
      : undefined
  }
}

function readAssets(dir: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name)
    if (!entry.isFile() || !(extension in types)) continue
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(dir, path)}`
    const identity = bytes(path)
    assets.set(url, {
      type: types[extension]!,
      isWorker: /^\/[\w-]+-worker\.js$/.test(url),
      immutable: url.startsWith('/assets/'),
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      bodies: {
        identity,
        br: existsSync(`${path}.br`) ? bytes(`${path}.br`) : undefined,
        gzip: existsSync(`${path}.gz`) ? bytes(`${path}.gz`) : undefined,
      },
    })
  }
  return assets
}

const bytes = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))

/** A service worker fetches by the policy of its own file, and a new version of it counts at once. */
const workerHeaders = { 'content-security-policy': "default-src 'self'; base-uri 'none'", 'cache-control': 'no-cache' }

function answer({ type, isWorker, immutable, etag, bodies }: Asset, request: Request): Response {
  const headers = new Headers({
    'content-type': type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    vary: 'accept-encoding',
    etag,
    ...(isWorker && workerHeaders),
  })
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'), (one) => bodies[one] !== undefined)
  const body = (encoding && bodies[encoding]) || bodies.identity!
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

/** The best content encoding that the client accepts and that exists. */
export function acceptedEncoding(header: string | null, have: (encoding: 'br' | 'gzip') => boolean): 'br' | 'gzip' | undefined {
  const wanted = (header ?? '').split(',').filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
  const accepted = new Set(wanted.map((entry) => entry.split(';')[0]!.trim().toLowerCase()))
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding) && have(encoding))
}
