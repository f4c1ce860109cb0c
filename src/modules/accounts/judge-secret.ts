import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Of 0 to 4: from 3 on, more than a hundred million guesses are needed, which no limit of ours lets anybody make. */
const enough = 3
/** What the first characters are worth is worth the whole; the work grows much faster than the length. */
const judged = 40

let zxcvbn: ZxcvbnFactory | undefined

/**
 * Whether somebody would guess this secret: a common one, repeated or consecutive characters, a walk over the keyboard, a date,
 * or made of words that belong to the person or to the centre.
 */
export function isGuessable(secret: string, ownWords: readonly string[]): boolean {
  // Made when it is first needed: sorting the dictionaries takes a moment.
  zxcvbn ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 })
  const start = [...secret.normalize('NFKC')].slice(0, judged).join('')
  return zxcvbn.check(start, [...new Set(ownWords.flatMap(piecesOf))]).score < enough
}

/** A word as it is, without its blanks, and each of its parts: "amy.lin@example.com" is also amy, lin and example. */
function piecesOf(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}]+/u)
  return [word, parts.join(''), ...parts].map((piece) => piece.toLowerCase()).filter((piece) => piece.length >= 2)
}
