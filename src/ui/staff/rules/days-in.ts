/** Whole numbers of a text, between any separators: "1, 7、14". */
export const daysIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)
