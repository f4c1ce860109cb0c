const largestJson = 1_000_000

export type ReadJson = { value: unknown } | { refusal: 'malformed_json' | 'body_too_large' }

/** Reads at most a megabyte, whatever the headers say. No body at all is an empty one: the schema then names what is missing. */
export async function readJson(request: Request): Promise<ReadJson> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > largestJson) return { refusal: 'body_too_large' }
      chunks.push(chunk)
    }
    const raw = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).trim()
    return { value: raw === '' ? {} : JSON.parse(raw) }
  } catch {
    return { refusal: 'malformed_json' }
  }
}
