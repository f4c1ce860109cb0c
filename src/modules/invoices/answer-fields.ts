/** Reading the fields of an issuer’s answer, which may be anything. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
export const wholeOf = (value: unknown): number => (/^\d{1,9}$/.test(textOf(value)) ? Number(textOf(value)) : -1)
