/** The number alone, where the unit is said elsewhere: 1,250. */
export const amountText = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ',')

/** Whole New Taiwan dollars, written alike in both languages: NT$1,250. */
export function formatMoney(amount: number): string {
  return `${amount < 0 ? '−' : ''}NT$${amountText(Math.abs(amount))}`
}
