export type Option = { value: string; label: string }

/** Letter case, full width and the two ways to write 臺 make no difference. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('臺', '台')

/** Options that have every typed word in their label, in the order of the list. */
export function findOptions(options: readonly Option[], typed: string): Option[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return options.filter(({ label }) => words.every((word) => plain(label).includes(word)))
}

/** The option that a typed text stands for: its value or its whole label. */
export const optionTyped = (options: readonly Option[], typed: string): Option | undefined =>
  options.find(({ value, label }) => [value, label].some((text) => plain(text) === plain(typed.trim())))
