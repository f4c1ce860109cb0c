export type Option = { value: string; label: string }

/** Search form of a text: letter case, full width and the two spellings 臺 and 台 are treated alike. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('臺', '台')

/** Options whose label contains every typed word, in the order of the list. */
export function findOptions(options: readonly Option[], typed: string): Option[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return options.filter(({ label }) => words.every((word) => plain(label).includes(word)))
}

/** The option whose value or whole label was typed. */
export const matchOption = (options: readonly Option[], typed: string): Option | undefined =>
  options.find(({ value, label }) => [value, label].some((text) => plain(text) === plain(typed.trim())))
