type Keyed = { key: string }

/** What is opened after an entry was decided and leaves the list: the next one, else the one before. */
export const entryAfter = (entries: readonly Keyed[], decided: string): string | undefined => {
  const rest = entries.filter(({ key }) => key !== decided)
  const at = entries.findIndex(({ key }) => key === decided)
  return (rest[at] ?? rest.at(-1))?.key
}
