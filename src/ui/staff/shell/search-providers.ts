import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import { matchesWords } from '#lib/match-words.ts'
import type { StaffOrderListAnswer } from '#modules/desk/orders-wire.ts'
import type { PersonSearchAnswer } from '#modules/people/wire.ts'
import type { StaffSearchAnswer } from '#modules/staff/setup-wire.ts'
import { screenAt, screensFor, sectionTitles, type ScreenRole } from '#navigation/staff-screens.ts'
import { staffIconNamed, type StaffIconName } from '#ui/staff/kit/staff-icon.tsx'

/** Something that was found, and the address that shows it. */
export type SearchHit = { key: string; label: string; detail: string; icon: StaffIconName; to: string }

type Searching = { api: ApiClient; roles: readonly ScreenRole[]; signal: AbortSignal }

/** A source of hits. Hits are listed in the order of the providers; a provider that fails is left out. */
export type SearchProvider = (query: string, searching: Searching) => SearchHit[] | Promise<SearchHit[]>

/** Screens by title and by what can be set there. */
export const findScreens: SearchProvider = (query, { roles }) =>
  screensFor(roles)
    .filter(({ inRail }) => inRail !== false)
    .filter(({ title, finds }) => matchesWords(query, [title(), finds?.() ?? '']))
    .map(({ path, title, icon, section }) => ({
      key: path,
      label: title(),
      detail: sectionTitles[section](),
      icon,
      to: path,
    }))

/** What the API finds for the caller's roles. */
const findThings: SearchProvider = async (query, { api, signal }) => {
  const { items } = await api.get<StaffSearchAnswer>('/api/Staff/Search', { query: { q: query }, signal, silent: true })
  return items.map(({ kind, kindTitle, icon, key, name, detail, path }) => ({
    key: `${kind} ${key}`,
    label: name,
    detail: [kindTitle, detail].filter(Boolean).join(' · '),
    icon: staffIconNamed(icon),
    to: path,
  }))
}

/** Members and guests, for whoever may open their cards; before them the orders whose numbers end so. */
export const findPeople: SearchProvider = async (query, { api, roles, signal }) => {
  if (!screenAt('/staff/people', roles)) return []
  const { items } = await api.get<PersonSearchAnswer>('/api/Staff/Person/Search', { query: { q: query }, signal, silent: true })
  const found = items.slice(0, peopleAtMost)
  const orders =
    isOrderStart(query) || !screenAt('/staff/orders', roles) ? [] : found.flatMap(({ orderNo, name }) => orderHit(orderNo, name))
  return [...orders, ...found.map(personHit)]
}
const peopleAtMost = 8

const personHit = ({ id, name, mobile, email, orderNo, isGuest }: PersonSearchAnswer['items'][number]): SearchHit => ({
  key: `person ${id} ${orderNo}`,
  label: name,
  detail: [isGuest ? m.counter_guest() : m.counter_member(), orderNo, mobile, email].filter(Boolean).join(' · '),
  icon: 'person',
  to: `/staff/people?person=${id}`,
})

const orderHit = (orderNo: string | null, name: string): SearchHit[] =>
  orderNo === null
    ? []
    : [
        {
          key: `order ${orderNo}`,
          label: orderNo,
          detail: [m.staff_kind_order(), name].filter(Boolean).join(' · '),
          icon: 'orders',
          to: `/staff/orders?order=${orderNo}`,
        },
      ]
const isOrderStart = (query: string) => /^f\d{2,}/i.test(query)

/** Orders by the start of their number; by the end of it they are found with their person. */
const findOrders: SearchProvider = async (query, { api, roles, signal }) => {
  if (!isOrderStart(query) || !screenAt('/staff/orders', roles)) return []
  const asked = { query: { q: query, pageSize: 5 }, signal, silent: true }
  const { items } = await api.get<StaffOrderListAnswer>('/api/Staff/Order/List', asked)
  return items.flatMap(({ orderNo, person }) => orderHit(orderNo, person.name))
}

export const searchProviders: readonly SearchProvider[] = [findOrders, findScreens, findPeople, findThings]
