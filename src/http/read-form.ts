const largestForm = 16_000

/** The fields of a plain HTML form; empty for a body of another type. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) return {}
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largestForm) return {}
    chunks.push(chunk)
  }
  const form = new TextDecoder().decode(Buffer.concat(chunks))
  // PostgreSQL's text refuses NUL.
  return form.includes('%00') || form.includes('\0') ? {} : Object.fromEntries(new URLSearchParams(form))
}
