/** Longer than any signed token that we issue: what is longer is not read. */
export const longestToken = 2000
