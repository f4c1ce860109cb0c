const grouped = new Intl.NumberFormat('en-GB')

/** Whole New Taiwan dollars, written alike in both languages: NT$1,250. */
export function formatMoney(amount: number): string {
  return `${amount < 0 ? '−' : ''}NT$${grouped.format(Math.abs(amount))}`
}

/** The number alone, where the unit is said elsewhere: 1,250. */
export const amountText = (amount: number): string => grouped.format(amount)
