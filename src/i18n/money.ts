const grouped = new Intl.NumberFormat('en-GB')

/** Whole New Taiwan dollars, written alike in both languages: NT$1,250. */
export function formatMoney(amount: number): string {
  return `${amount < 0 ? '−' : ''}NT$${grouped.format(Math.abs(amount))}`
}
