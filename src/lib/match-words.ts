const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether every word of a query occurs in one of the texts. Letter case and full-width forms make no difference. */
export function matchesWords(query: string, texts: readonly string[]): boolean {
  const folded = texts.map(fold)
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.some((text) => text.includes(word)))
}
