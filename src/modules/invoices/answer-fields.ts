/** Reading the fields of an issuer’s answer, which may be anything. */
export function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
export const wholeOf = (value: unknown): number => (/^\d{1,9}$/.test(textOf(value)) ? Number(textOf(value)) : -1)
