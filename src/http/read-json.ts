const largestJson = 1_000_000

export const jsonStatus = { malformed_json: 400, body_too_large: 413, unsupported_media_type: 415 } as const
export type ReadJson = { value: unknown } | { refusal: keyof typeof jsonStatus }

/**
 * Reads at most a megabyte, whatever the headers say. No body at all is an empty one: the schema then names what is missing.
 * The content type must be JSON: a page of another site can send text/plain without a CORS preflight.
 */
export async function readJson(request: Request): Promise<ReadJson> {
  try {
    const bytes = await readBytes(request)
    if (!bytes) return { refusal: 'body_too_large' }
    const raw = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    if (raw === '') return { value: {} }
    if (!isJson(request.headers.get('content-type'))) return { refusal: 'unsupported_media_type' }
    return { value: noCharacter.test(raw) ? JSON.parse(raw, onlyCharacters) : JSON.parse(raw) }
  } catch {
    return { refusal: 'malformed_json' }
  }
}

const isJson = (type: string | null) => /^application\/json\s*(;|$)/i.test(type ?? '')

/** Escapes of NUL and of unpaired surrogates, which PostgreSQL's text refuses. */
const noCharacter = /\\u(?:0000|d[89a-f])/i
const onlyCharacters = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)

/** Undefined when the body is too large. With a Content-Length, which Node enforces, `arrayBuffer` is several times as fast. */
async function readBytes(request: Request): Promise<ArrayBuffer | Buffer | undefined> {
  const promised = request.headers.get('content-length')
  if (promised !== null) return Number(promised) > largestJson ? undefined : request.arrayBuffer()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largestJson) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
