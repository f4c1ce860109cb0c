/** Weights of the eight digits of a business's number (統一編號). */
const weights = [1, 2, 1, 2, 1, 2, 4, 1]

/**
 * Whether a text can be the number of a business: the digits of the weighted digits add up to a multiple of 5 (of 10 until 2023). A
 * seventh digit 7 weighs 28, whose digits add up to 10, and counts as 0 or 1. Eight zeros add up as well, and are nobody's.
 */
export function isTaxId(text: string): boolean {
  if (!/^\d{8}$/.test(text) || text === '00000000') return false
  const sum = weights.reduce((total, weight, n) => {
    const product = weight * Number(text[n])
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0)
}
