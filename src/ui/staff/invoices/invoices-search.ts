import { aNumber, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** What the address of the invoices holds: the tab, what is looked for, the page, and the month. */
export type InvoicesSearch = {
  show?: 'all' | 'month' | undefined
  keyword?: string | undefined
  page?: string | undefined
  month?: string | undefined
}

export const invoicesSearch = (search: InvoicesSearch): InvoicesSearch =>
  readAddress<InvoicesSearch>(search, {
    show: oneOf('all', 'month'),
    keyword: anyWords(40),
    page: aNumber,
    month: fitting(/^20\d\d-(?:0[1-9]|1[0-2])$/),
  })
