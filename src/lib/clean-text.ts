// PostgreSQL keeps no NUL, XML none of the others, and half a character is none.
const unprintable = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
const direction = /[\u202a-\u202e\u2066-\u2069]/g

/** What somebody typed, without what nobody can have typed. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(unprintable, '')

/** The same, without what turns the reading direction of whatever stands beside it. */
export const cleanLines = (text: string): string => cleanText(text).replaceAll(direction, '').trim()

/** The same in one line. */
export const cleanLine = (text: string): string => cleanLines(text).replaceAll(/\s+/g, ' ')
