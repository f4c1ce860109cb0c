import { createPersistedStore } from '#ui/kit/persisted-store.ts'

type Kept = {
  /** Who it is for and what the grid shows, as in the counter's address. */
  search: { facility?: string | undefined; day?: string | undefined; person?: string | undefined }
  slots: { venue2ndId: number; start: string; end: string; where: string }[]
  identityId: number | undefined
}

/** A sale at the counter that was left to open a till, until somebody is back there. */
export const useKeptSale = createPersistedStore<{ sale: Kept | undefined }>('counter_sale', 'drafts', { sale: undefined })

/** The kept sale, if it is for this person. */
export function keptSaleOf(person: string | undefined): Kept | undefined {
  const { sale } = useKeptSale.getState()
  return sale && sale.search.person === person ? sale : undefined
}
