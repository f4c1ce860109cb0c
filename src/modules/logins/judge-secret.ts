import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** zxcvbn's score, of 0 to 4: from 3 on, a hundred million guesses are needed, more than the login limits allow. */
const enough = 3
/** Only the first characters are judged: zxcvbn's work grows much faster than the length. */
const judged = 40

let zxcvbn: Promise<ZxcvbnFactory> | undefined

/**
 * Whether a secret is easy to guess: common, repeated or consecutive characters, a keyboard pattern, a date, or made of
 * words about the person or the centre.
 */
export async function isGuessable(secret: string, ownWords: readonly string[]): Promise<boolean> {
  zxcvbn ??= openZxcvbn()
  const start = [...secret.normalize('NFKC')].slice(0, judged).join('')
  return (await zxcvbn).check(start, [...new Set(ownWords.flatMap(piecesOf))]).score < enough
}

/** At the first use: the dictionaries are some megabytes, and sorting them takes a moment. */
async function openZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 })
}

/** A word, the same without spaces, and each of its parts: "amy.lin@example.com" is also amy, lin and example. */
function piecesOf(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}]+/u)
  return [word, parts.join(''), ...parts].map((piece) => piece.toLowerCase()).filter((piece) => piece.length >= 2)
}
