import type { Words } from './rules.ts'

export const mostLevels = 6

/** The levels of most lists, and of those that were written before a list could have others. */
export const usualLevels = <T>(peak: T[]): { name: Words; hours: T[] }[] => [
  { name: { tw: '離峰', en: 'Off-peak' }, hours: [] },
  { name: { tw: '尖峰', en: 'Peak' }, hours: peak },
]

export const areUsualLevels = (levels: readonly { name: Words }[]): boolean => {
  const names = (some: readonly { name: Words }[]) => some.map(({ name }) => `${name.tw} ${name.en}`).join()
  return names(levels) === names(usualLevels([]))
}
