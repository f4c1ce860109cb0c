import type { z } from 'zod'

/** Throws when an answer does not fit its schema, or has a field that the schema does not describe. */
export function checkAnswer(path: string, schema: z.ZodType, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw new Error(`${path} answers what its schema does not allow: ${parsed.error.message}`)
  const known = JSON.stringify(sortKeys(parsed.data))
  const given = JSON.stringify(sortKeys(sent))
  if (known !== given) throw new Error(`${path} answers a field that its schema does not know: ${given}`)
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
