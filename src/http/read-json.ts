const largestForm = 16_000

/** The fields of a plain HTML form; empty for a body of another type. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return formIn(request.headers.get('content-type'), await readText(request))
}

/** The body as text; empty when it is too large for a form, or breaks off. */
export async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > largestForm) return ''
      chunks.push(chunk)
    }
  } catch {
    return ''
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The fields of a body that has been read already. */
export function formIn(contentType: string | null, form: string): Record<string, string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return {}
  // PostgreSQL's text refuses NUL.
  return form.includes('%00') || form.includes('\0') ? {} : Object.fromEntries(new URLSearchParams(form))
}

const largestJson = 1_000_000

export const jsonStatus = { malformed_json: 400, body_too_large: 413, unsupported_media_type: 415 } as const
type ReadJson = { value: unknown } | { refusal: keyof typeof jsonStatus }

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
    if (isDeep(raw)) return { refusal: 'malformed_json' }
    const value: unknown = JSON.parse(raw)
    return { value: noCharacter.test(raw) ? onlyCharacters(value) : value }
  } catch {
    return { refusal: 'malformed_json' }
  }
}

const isJson = (type: string | null) => /^application\/json\s*(;|$)/i.test(type ?? '')

/** Escapes of NUL and of unpaired surrogates, which PostgreSQL's text refuses. */
const noCharacter = /\\u(?:0000|d[89a-f])/i

/** Cleans all texts of a value in place. A reviver of JSON.parse takes twenty times as long: half a second for a megabyte. */
function onlyCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) value[at] = onlyCharacters(value[at])
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) Object.defineProperty(value, key, { value: onlyCharacters(inner) })
  return value
}

/** No body of ours has more levels. Whatever walks through a value calls itself for each of them. */
const deepest = 64

function isDeep(raw: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < raw.length; at++) {
    const sign = raw[at]
    if (sign === '"') isText = !isText
    else if (isText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') {
      if (++depth > deepest) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  }
  return false
}

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
