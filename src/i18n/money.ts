/** An amount without its unit: 1,250. */
export const amountText = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ',')

/** An amount in whole New Taiwan dollars, alike in both languages: NT$1,250. */
export function formatMoney(amount: number): string {
  return `${amount < 0 ? '−' : ''}NT$${amountText(Math.abs(amount))}`
}
