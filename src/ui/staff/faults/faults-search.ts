import { ticketFrom } from '#modules/feedback/rules.ts'
import { addressWith, aDay, aNumber, anyWords, aPage, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** Queues of reports, then ratings, signs to print and ready replies. */
export const faultTabs = ['all', 'mine', 'nobody', 'closed', 'ratings', 'signs', 'replies'] as const
export type FaultTab = (typeof faultTabs)[number]
export const queueTabs = ['all', 'mine', 'nobody', 'closed'] as const
export type QueueTab = (typeof queueTabs)[number]
export const isQueueTab = (tab: FaultTab): tab is QueueTab => queueTabs.some((one) => one === tab)

/** All values are texts, as the address has them. */
export type FaultsSearch = {
  tab?: FaultTab | undefined
  q?: string | undefined
  /** The open report. */
  ticket?: string | undefined
  /** Of ratings and signs: id of a facility. */
  place?: string | undefined
  stars?: string | undefined
  from?: string | undefined
  to?: string | undefined
  page?: string | undefined
}
export type FaultsView = {
  tab: FaultTab
  q?: string
  ticket?: string
  place?: string
  stars?: string
  from?: string
  to?: string
  page: number
}

export const faultsView = (search: FaultsSearch): FaultsView => ({
  tab: 'all',
  page: 1,
  ...readAddress<Partial<FaultsView>>(search, {
    tab: oneOf(...faultTabs),
    q: anyWords(60),
    ticket: ticketFrom,
    place: aNumber,
    stars: fitting(/^[1-5]$/),
    from: aDay,
    to: aDay,
    page: aPage,
  }),
})

/** The address of a queue with this report open. */
export const faultAddress = ({ tab, q }: Pick<FaultsView, 'tab' | 'q'>, ticket: string | undefined): string =>
  addressWith('/staff/tickets', { tab: tab === 'all' ? undefined : tab, q, ticket })
