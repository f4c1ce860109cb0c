const largestForm = 16_000

/** The fields of a plain HTML form; empty for a body of another type. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return formIn(request.headers.get('content-type'), await readText(request))
}

/** The body as text; empty when it is too large for a form. */
export async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largestForm) return ''
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The fields of a body that has been read already. */
export function formIn(contentType: string | null, form: string): Record<string, string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return {}
  // PostgreSQL's text refuses NUL.
  return form.includes('%00') || form.includes('\0') ? {} : Object.fromEntries(new URLSearchParams(form))
}
