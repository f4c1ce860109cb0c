import { join_clauses, join_list, join_semicolons, join_sentences } from './generated/messages.js'
import type { Locale } from './languages.ts'

const by = (joiner: typeof join_list) => (texts: readonly string[], locale: Locale) => texts.join(joiner({}, { locale }))

/** 羽球場 1、羽球場 2 or Court 1, Court 2 */
export const joinList = by(join_list)
/** Parts of a sentence or an address: 一樓，左側 or Ground floor, on the left */
export const joinClauses = by(join_clauses)
/** Statements with commas in them. */
export const joinSemicolons = by(join_semicolons)
/** Whole sentences, each with its full stop. */
export const joinSentences = by(join_sentences)
