/** Whether two lists have an entry in common. */
export const haveCommon = <T>(some: readonly T[], others: readonly T[]): boolean => some.some((one) => others.includes(one))
