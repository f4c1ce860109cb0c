import { m } from '#i18n/generated/messages.js'
import { haveCommon } from '#lib/have-common.ts'

/**
 * The screens of the staff console: the one table from which the guard of the routes, the rail, the search, the patterns of the
 * request log and the rights of the live stream are made. A route below /staff that is missing here, and a row without a route,
 * fail a test. Browsers load the file with the console only.
 */
export type StaffScreen = {
  path: string
  title: () => string
  icon: keyof typeof screenIcons
  /** Who may open it; for everybody else the path does not exist. */
  roles: readonly ScreenRole[]
  section: ScreenSection
  /** False: opened from another screen (one facility, one order), and not listed in the rail. */
  inRail?: false
  /** Further words, in the viewer's language, by which the search finds the screen: what can be set there. */
  finds?: () => string
  /**
   * Topics of the live stream that the screen shows; who may open it may listen to them. Each with the kinds of audited subjects that
   * announce it (of all rows together), or `every` action of staff. What members and jobs do is announced by the modules.
   */
  topics?: Readonly<Record<string, readonly string[] | 'every'>>
}

export type ScreenRole = 'admin' | 'manager' | 'desk' | 'finance' | 'editor'
export type ScreenSection = 'today' | 'office' | 'catalogue' | 'settings'

/** Icons of the screens: lines on a 20 px grid. */
export const screenIcons = {
  home: 'M3 9.5 10 3.5l7 6M5 8.5V16h3.5v-4.5h3V16H15V8.5',
  board: 'M3 4h14v12H3zM3 8h14M3 12h14M8 4v12',
  counter: 'M2.5 9.5h15M4 9.5V16h12V9.5M10 9.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM7 12.5h6',
  till: 'M3 10h14v6.5H3zM5 10V4h10v6M7.5 6.5h5M8.5 13.2h3',
  checkin: 'M3 6V3.5h2.5M14.5 3.5H17V6M17 14v2.5h-2.5M5.5 16.5H3V14M6.5 10.3 9 12.8l4.5-5',
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4.5 16.5c.4-3.2 2.6-4.3 5.5-4.3s5.1 1.1 5.5 4.3',
  orders: 'M5 3h10v14l-2-1.3-1.5 1.3-1.5-1.3L8.5 17 7 15.7 5 17zM7.5 7h5M7.5 10.5h5',
  facility: 'M2.5 4.5h15v11h-15zM10 4.5v11M2.5 8H5v4H2.5M17.5 8H15v4h2.5',
  centre: 'M3 16.5h14M5 16.5V4h6v12.5M11 8h4v8.5M7.2 7h1.6M7.2 10h1.6M7.2 13h1.6',
  holiday: 'M3 5h14v12H3zM3 8.5h14M7 3v3.5M13 3v3.5M8 13l1.6 1.6L13 11.5',
  identity: 'M2.5 4.5h15v11h-15zM7 10a1.7 1.7 0 1 0 0-3.4A1.7 1.7 0 0 0 7 10ZM4.5 13.3c.3-1.5 1.2-2 2.5-2s2.2.5 2.5 2M12 8h3M12 11h3',
  locker: 'M4 3h12v14H4zM10 3v14M6.5 6H8M12 6h1.5M8 10v1.5M12 10v1.5',
  rules:
    'M4 5.5h6M14 5.5h2M4 10h2M10 10h6M4 14.5h7M15 14.5h1M12 7.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM8 11.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM13 16.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  files: 'M6.5 13V4m-3 3 3-3 3 3M13.5 7v9m-3-3 3 3 3-3',
  settings:
    'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4',
  texts: 'M4 4h12M4 8h12M4 12h8M4 16h5',
  staff:
    'M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 16.5c.4-3.2 2.6-4.3 5.5-4.3s5.1 1.1 5.5 4.3M13.3 3.8a3 3 0 0 1 0 5.4M15 12.5c1.6.5 2.4 1.7 2.6 3.6',
  audit: 'M4.5 3h8l3 3v11h-11zM7.5 8.5h5M7.5 11.5h5M7.5 14.5H10',
  messages: 'M2.5 4.5h15v11h-15zM3 5.3l7 5.7 7-5.7',
  connections: 'M7.5 12.5 12.5 7.5M8.5 5.5l1.7-1.7a3.5 3.5 0 0 1 5 5L13.5 10.5M11.5 14.5l-1.7 1.7a3.5 3.5 0 0 1-5-5L6.5 9.5',
  proofs: 'M4.5 3h8l3 3v11h-11zM7 12.2l2 2 4-4.4M7.5 7H10',
  refunds: 'M10 17a7 7 0 1 0-6.6-9.3M3 3.8v4h4M10 6.5v7M7.8 11.8c.6 2.4 4.4 2.2 4.4.1 0-2.4-4.2-1.4-4.2-3.7 0-2 3.5-2.1 4.1-.2',
  invoices: 'M5 3h10v14l-2-1.3-1.5 1.3-1.5-1.3L8.5 17 7 15.7 5 17zM8 7h4M8 10h4M10 10v3',
  discrepancies: 'M4 7h12M4 12.5h12M12.5 3.5l-5 12.5',
  rounds: 'M3 5h14v12H3zM3 8.5h14M7 3v3.5M13 3v3.5M6 11.5h2.5M11.5 11.5H14M6 14.2h2.5',
  closures: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM5.2 14.8l9.6-9.6',
  content: 'M3 4.5h14v11H3zM5.5 7.5h4v3h-4zM11.5 7.5h3M11.5 10.5h3M5.5 13h9',
  tickets: 'M12.2 3.6a4 4 0 0 0-4.7 5.3L3.4 13a1.9 1.9 0 0 0 2.7 2.7l4.1-4.1a4 4 0 0 0 5.3-4.7l-2.4 2.4-2.3-.6-.6-2.3z',
  points: 'M5 17V3.5M5 4h9.5l-2 3.2 2 3.3H5',
  insight: 'M3 16.5h14M5 14V9.5M9 14V5M13 14v-3.5M16.2 14V7',
} as const

const everybody = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
const editors = ['admin', 'manager', 'editor'] as const
const [managers, withFinance] = [['admin', 'manager'] as const, ['admin', 'manager', 'finance'] as const]

const screens = [
  { path: '/staff', title: m.staff_screen_home, icon: 'home', roles: everybody, section: 'today', topics: { waiting: 'every' } },
  {
    path: '/staff/board',
    title: m.staff_screen_board,
    finds: m.staff_finds_board,
    icon: 'board',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    topics: { bookings: ['booking', 'block'], desk: [], floor: [] },
  },
  {
    path: '/staff/counter',
    title: m.staff_screen_counter,
    icon: 'counter',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    finds: m.staff_finds_counter,
    topics: { bookings: [], tills: [] },
  },
  {
    path: '/staff/till',
    title: m.staff_screen_till,
    icon: 'till',
    roles: ['admin', 'manager', 'desk', 'finance'],
    section: 'today',
    finds: m.staff_finds_till,
    topics: { tills: ['till'], bookings: [], refunds: [] },
  },
  {
    path: '/staff/checkin',
    title: m.staff_screen_checkin,
    icon: 'checkin',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    finds: m.staff_finds_checkin,
    topics: { bookings: [] },
  },
  {
    path: '/staff/people',
    title: m.staff_screen_people,
    icon: 'person',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    finds: m.staff_finds_people,
    topics: { people: ['member'], bookings: [], refunds: [] },
  },
  {
    path: '/staff/orders',
    title: m.staff_screen_orders,
    icon: 'orders',
    roles: ['admin', 'manager', 'desk', 'finance'],
    section: 'today',
    finds: m.staff_finds_orders,
    topics: { bookings: ['order'], refunds: [], tills: [] },
  },
  {
    path: '/staff/closures',
    title: m.staff_screen_closures,
    icon: 'closures',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_closures,
    topics: { bookings: ['closure'] },
  },
  {
    path: '/staff/insight',
    title: m.staff_screen_insight,
    icon: 'insight',
    roles: withFinance,
    section: 'office',
    finds: m.staff_finds_insight,
  },
  { path: '/staff/insight/report', title: m.staff_screen_report, icon: 'insight', roles: withFinance, section: 'office', inRail: false },
  {
    path: '/staff/lockers',
    title: m.staff_screen_locker_desk,
    icon: 'locker',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_locker_desk,
    topics: { waiting: [] },
  },
  {
    path: '/staff/content',
    title: m.staff_screen_content,
    icon: 'content',
    roles: editors,
    section: 'office',
    finds: m.staff_finds_content,
    topics: { content: ['news', 'document', 'highlight'] },
  },
  {
    path: '/staff/content/edit',
    title: m.staff_screen_content,
    icon: 'content',
    roles: editors,
    section: 'office',
    inRail: false,
    topics: { content: [] },
  },
  {
    path: '/staff/tickets',
    title: m.staff_screen_tickets,
    icon: 'tickets',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_tickets,
    topics: { tickets: ['report'] },
  },
  {
    path: '/staff/refunds',
    title: m.staff_screen_refunds,
    icon: 'refunds',
    roles: withFinance,
    section: 'office',
    finds: m.staff_finds_refunds,
    topics: { refunds: ['refund', 'refunds', 'transfers'], bookings: [] },
  },
  {
    path: '/staff/invoices',
    title: m.staff_screen_invoices,
    icon: 'invoices',
    roles: ['admin', 'finance'],
    section: 'office',
    finds: m.staff_finds_invoices,
    topics: { invoices: ['invoice'] },
  },
  {
    path: '/staff/discrepancies',
    title: m.staff_screen_discrepancies,
    icon: 'discrepancies',
    roles: ['admin', 'finance'],
    section: 'office',
    finds: m.staff_finds_discrepancies,
    topics: { discrepancies: ['discrepancy'] },
  },
  {
    path: '/staff/points',
    title: m.staff_screen_points,
    icon: 'points',
    roles: managers,
    section: 'office',
    finds: m.staff_finds_points,
    topics: { points: ['points', 'member'] },
  },
  {
    path: '/staff/catalogue/centre',
    title: m.staff_screen_centre,
    icon: 'centre',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_centre_finds,
    topics: { catalogue: ['centre', 'setting'] },
  },
  {
    path: '/staff/proofs',
    title: m.staff_screen_proofs,
    icon: 'proofs',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_proofs,
    topics: { people: [] },
  },
  {
    path: '/staff/rounds',
    title: m.staff_screen_rounds,
    icon: 'rounds',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_rounds,
    topics: { bookings: ['round', 'preorder'] },
  },
  {
    path: '/staff/catalogue',
    title: m.staff_screen_facilities,
    icon: 'facility',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_finds_facilities,
    topics: { catalogue: ['facility'] },
  },
  {
    path: '/staff/catalogue/facility',
    title: m.staff_screen_facility,
    icon: 'facility',
    roles: managers,
    section: 'catalogue',
    inRail: false,
    topics: { catalogue: [] },
  },
  {
    path: '/staff/catalogue/identities',
    title: m.staff_screen_identities,
    icon: 'identity',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_identities_finds,
    topics: { catalogue: ['identities'] },
  },
  {
    path: '/staff/catalogue/holidays',
    title: m.staff_screen_holidays,
    icon: 'holiday',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_holidays_finds,
    topics: { catalogue: ['holidays'] },
  },
  {
    path: '/staff/catalogue/lockers',
    title: m.staff_screen_lockers,
    icon: 'locker',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_lockers_finds,
    topics: { catalogue: ['lockers'] },
  },
  {
    path: '/staff/catalogue/rules',
    title: m.staff_screen_rules,
    icon: 'rules',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_finds_rules,
    topics: { catalogue: ['rules'] },
  },
  {
    path: '/staff/catalogue/files',
    title: m.staff_screen_files,
    icon: 'files',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_finds_files,
    topics: { catalogue: [] },
  },
  {
    path: '/staff/settings/connections',
    title: m.staff_screen_connections,
    icon: 'connections',
    roles: ['admin'],
    section: 'settings',
    finds: m.staff_screen_connections_finds,
  },
  {
    path: '/staff/settings/staff',
    title: m.staff_screen_staff,
    icon: 'staff',
    roles: ['admin'],
    section: 'settings',
    finds: m.staff_screen_staff_finds,
    topics: { staff: ['invitation', 'member'] },
  },
  {
    path: '/staff/settings/texts',
    title: m.staff_screen_texts,
    icon: 'texts',
    roles: managers,
    section: 'settings',
    finds: m.staff_screen_texts_finds,
    topics: { catalogue: [] },
  },
  {
    path: '/staff/settings/audit',
    title: m.staff_screen_audit,
    finds: m.staff_finds_audit,
    icon: 'audit',
    roles: managers,
    section: 'settings',
    topics: { audit: 'every' },
  },
  {
    path: '/staff/settings/messages',
    title: m.staff_screen_messages,
    finds: m.staff_finds_messages,
    icon: 'messages',
    roles: managers,
    section: 'settings',
    topics: { messages: ['message'] },
  },
] as const satisfies readonly StaffScreen[]

export const staffScreens: readonly StaffScreen[] = screens

export const sectionTitles: Record<ScreenSection, () => string> = {
  today: m.staff_section_today,
  office: m.staff_section_office,
  catalogue: m.staff_section_catalogue,
  settings: m.staff_section_settings,
}

/** The screen of a path, if one of these roles may open it. Paths are compared in lower case and without a trailing slash. */
export function screenAt(path: string, roles: readonly ScreenRole[]): StaffScreen | undefined {
  const plain = path.toLowerCase().replace(/(?<=.)\/+$/, '')
  return screensFor(roles).find((screen) => screen.path === plain)
}

export const screensFor = (roles: readonly ScreenRole[]): StaffScreen[] => staffScreens.filter((screen) => haveCommon(screen.roles, roles))

type Row = (typeof screens)[number]
type NamesIn<T> = T extends { topics: infer Topics } ? keyof Topics & string : never

/** Paths of the screens that show topics of the live stream. */
export type LivePath = Extract<Row, { topics: object }>['path']
/** Topics of one screen. */
export type TopicOf<Path extends LivePath> = NamesIn<Extract<Row, { path: Path }>>

/** A topic of the stream. Of `floor`, the bookings of one facility, there is one for each facility, and one for each of its days. */
export type StaffTopic = Exclude<NamesIn<Row>, 'floor'> | `floor:${number}` | `floor:${number}:${string}`

const floorTopic = /^floor:[1-9]\d{0,8}(:any|:\d{4}-\d\d-\d\d)?$/
const topicNames: ReadonlySet<string> = new Set(staffScreens.flatMap(({ topics = {} }) => Object.keys(topics)))

export const isStaffTopic = (text: string): text is StaffTopic => floorTopic.test(text) || (text !== 'floor' && topicNames.has(text))

/** Topics of a screen, by its path. */
export const topicsAt = <Path extends LivePath>(path: Path): TopicOf<Path>[] =>
  Object.keys(staffScreens.find((screen) => screen.path === path)?.topics ?? {}) as TopicOf<Path>[]

/** Whether one of these roles may listen to a topic: the roles whose screens show it. */
export function mayListen(roles: readonly ScreenRole[], topic: string): boolean {
  const name = topic.split(':')[0]!
  return isStaffTopic(topic) && screensFor(roles).some(({ topics = {} }) => Object.hasOwn(topics, name))
}

/** Topics that entries of the audit log announce, by the kinds of their subjects. */
export function topicsOf(subjectKinds: Iterable<string>): StaffTopic[] {
  const kinds = new Set(subjectKinds)
  const announced = new Set<string>()
  for (const { topics = {} } of staffScreens)
    for (const [topic, by] of Object.entries(topics)) if (by === 'every' || by.some((kind) => kinds.has(kind))) announced.add(topic)
  // What staff do with bookings: all of `bookings` but the actions of members.
  if (announced.has('bookings')) announced.add('desk')
  return [...announced].filter(isStaffTopic)
}
