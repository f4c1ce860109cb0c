// Control characters: PostgreSQL's text refuses NUL, and XML refuses the others.
const unprintable = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
const direction = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes control characters and unpaired surrogates; line breaks become \n. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(unprintable, '')

/** Text of several lines. Also removes bidirectional controls, which would reverse the text that stands beside it. */
export const cleanLines = (text: string): string => cleanText(text).replaceAll(direction, '').trim()

/** Text of one line: runs of white space become one space. */
export const cleanLine = (text: string): string => cleanLines(text).replaceAll(/\s+/g, ' ')
