import { isDay } from '#lib/zone.ts'
import { ticketFrom } from '#modules/feedback/rules.ts'

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

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** Values of a mistyped address are left out. */
export function faultsView(search: FaultsSearch): FaultsView {
  const days = (value: unknown) => (isDay(text(value)) ? text(value) : '')
  const page = Number(search.page)
  const asked = {
    q: text(search.q).slice(0, 60),
    ticket: ticketFrom(text(search.ticket)) ?? '',
    place: /^[1-9]\d{0,8}$/.test(text(search.place)) ? text(search.place) : '',
    stars: /^[1-5]$/.test(text(search.stars)) ? text(search.stars) : '',
    from: days(search.from),
    to: days(search.to),
  }
  return {
    tab: faultTabs.find((one) => one === search.tab) ?? 'all',
    ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

/** The address of a queue with this report open. */
export function faultAddress({ tab, q }: Pick<FaultsView, 'tab' | 'q'>, ticket: string | undefined): string {
  const query = new URLSearchParams({ ...(tab !== 'all' && { tab }), ...(q && { q }), ...(ticket && { ticket }) })
  return `/staff/tickets?${query}`
}
