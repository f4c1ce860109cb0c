// PostgreSQL keeps no NUL, XML none of the others, and half a character is none.
const unprintable = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
const direction = /[\u202a-\u202e\u2066-\u2069]/g

/** What somebody typed, without what nobody can have typed. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(unprintable, '')

/** The same in one line, which cannot turn the reading direction of what stands beside it. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(direction, '').replaceAll(/\s+/g, ' ').trim()
