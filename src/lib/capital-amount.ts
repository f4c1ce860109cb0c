const digits = '零壹貳參肆伍陸柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '萬', '億']

/** An amount in the digits that are not easily changed by hand: 1205 is 壹仟貳佰零伍. Whole dollars, less than 1,000,000,000,000. */
export function capitalAmount(amount: number): string {
  if (amount === 0) return digits[0]!
  let said = ''
  let hasGap = false
  const text = String(amount)
  for (const [at, digit] of [...text].entries()) {
    const place = text.length - 1 - at
    if (digit === '0') hasGap = true
    else {
      said += `${hasGap && said !== '' ? digits[0] : ''}${digits[Number(digit)]}${places[place % 4]}`
      hasGap = false
    }
    const isGroupSaid = Number(text.slice(Math.max(0, at - 3), at + 1)) > 0
    if (place % 4 === 0 && place > 0 && isGroupSaid) said += groups[place / 4]
  }
  return said
}
