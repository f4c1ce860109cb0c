const largestJson = 1_000_000

export type ReadJson = { value: unknown } | { refusal: 'malformed_json' | 'body_too_large' }

/** Reads at most a megabyte, whatever the headers say. No body at all is an empty one: the schema then names what is missing. */
export async function readJson(request: Request): Promise<ReadJson> {
  try {
    const bytes = await readBytes(request)
    if (!bytes) return { refusal: 'body_too_large' }
    const raw = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    // A text with a NUL in it is one that the database does not take. Nobody types it.
    if (raw.includes('\\u0000') && holdsNul(JSON.parse(raw))) return { refusal: 'malformed_json' }
    return { value: raw === '' ? {} : JSON.parse(raw) }
  } catch {
    return { refusal: 'malformed_json' }
  }
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return (
    typeof value === 'object' && value !== null && Object.entries(value).some(([name, inner]) => name.includes('\0') || holdsNul(inner))
  )
}

/** Undefined: too many. A length that is promised is kept, or the connection breaks: then reading at once is several times as fast. */
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
