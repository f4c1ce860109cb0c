type Keyed = { key: string }

/** The entry beside the open one; with nothing open the first or the last one. Undefined at the ends of the list. */
export function entryBeside(entries: readonly Keyed[], open: string | undefined, step: 1 | -1): string | undefined {
  const at = entries.findIndex(({ key }) => key === open)
  return at === -1 ? entries.at(step === 1 ? 0 : -1)?.key : entries[at + step]?.key
}

/** What is opened after an entry was decided and leaves the list: the next one, else the one before. */
export const entryAfter = (entries: readonly Keyed[], decided: string): string | undefined => {
  const rest = entries.filter(({ key }) => key !== decided)
  const at = entries.findIndex(({ key }) => key === decided)
  return (rest[at] ?? rest.at(-1))?.key
}
