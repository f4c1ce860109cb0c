/** What a column of the bank's file holds. `rocDay`: the day by the calendar of the Republic, 1151116. */
export const transferColumnKinds = [
  'reference',
  'order',
  'bankCode',
  'account',
  'bankAndAccount',
  'holder',
  'amount',
  'amountCents',
  'day',
  'rocDay',
  'number',
  'text',
] as const
export type TransferColumnKind = (typeof transferColumnKinds)[number]
