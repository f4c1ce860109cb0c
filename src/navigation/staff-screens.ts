import { m } from '#i18n/generated/messages.js'
import { haveCommon } from '#lib/have-common.ts'

/**
 * The screens of the staff console: the one table from which the rail, the search and the guard are made. A route below
 * /staff that is missing here, and a row without a route, fail a test. The file is loaded with the console only.
 */
export type StaffScreen = {
  path: string
  title: () => string
  icon: ScreenIcon
  /** Who may open it; for everybody else the path does not exist. */
  roles: readonly ScreenRole[]
  section: ScreenSection
  /** False: opened from another screen (one facility, one order), and not listed in the rail. */
  inRail?: false
  /** Further words, in the viewer's language, by which the search finds the screen: what can be set there. */
  finds?: () => string
}

export type ScreenRole = 'admin' | 'manager' | 'desk' | 'finance' | 'editor'
export type ScreenSection = 'today' | 'office' | 'catalogue' | 'settings'

/** Names of the console's icons, drawn in ui/staff/kit/staff-icon.tsx. */
export type ScreenIcon =
  | 'home'
  | 'board'
  | 'counter'
  | 'till'
  | 'checkin'
  | 'person'
  | 'orders'
  | 'facility'
  | 'centre'
  | 'holiday'
  | 'identity'
  | 'locker'
  | 'rules'
  | 'files'
  | 'settings'
  | 'texts'
  | 'staff'
  | 'audit'
  | 'messages'
  | 'connections'
  | 'proofs'
  | 'refunds'
  | 'rounds'
  | 'closures'
  | 'content'
  | 'tickets'
  | 'points'
  | 'insight'

const everybody = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
const editors = ['admin', 'manager', 'editor'] as const
const [managers, withFinance] = [['admin', 'manager'] as const, ['admin', 'manager', 'finance'] as const]

export const staffScreens: readonly StaffScreen[] = [
  { path: '/staff', title: m.staff_screen_home, icon: 'home', roles: everybody, section: 'today' },
  {
    path: '/staff/board',
    title: m.staff_screen_board,
    finds: m.staff_finds_board,
    icon: 'board',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
  },
  {
    path: '/staff/counter',
    title: m.staff_screen_counter,
    icon: 'counter',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    finds: m.staff_finds_counter,
  },
  {
    path: '/staff/till',
    title: m.staff_screen_till,
    icon: 'till',
    roles: ['admin', 'manager', 'desk', 'finance'],
    section: 'today',
    finds: m.staff_finds_till,
  },
  {
    path: '/staff/checkin',
    title: m.staff_screen_checkin,
    icon: 'checkin',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    finds: m.staff_finds_checkin,
  },
  {
    path: '/staff/people',
    title: m.staff_screen_people,
    icon: 'person',
    roles: ['admin', 'manager', 'desk'],
    section: 'today',
    finds: m.staff_finds_people,
  },
  {
    path: '/staff/orders',
    title: m.staff_screen_orders,
    icon: 'orders',
    roles: ['admin', 'manager', 'desk', 'finance'],
    section: 'today',
    finds: m.staff_finds_orders,
  },
  {
    path: '/staff/closures',
    title: m.staff_screen_closures,
    icon: 'closures',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_closures,
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
  },
  {
    path: '/staff/content',
    title: m.staff_screen_content,
    icon: 'content',
    roles: editors,
    section: 'office',
    finds: m.staff_finds_content,
  },
  { path: '/staff/content/edit', title: m.staff_screen_content, icon: 'content', roles: editors, section: 'office', inRail: false },
  {
    path: '/staff/tickets',
    title: m.staff_screen_tickets,
    icon: 'tickets',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_tickets,
  },
  {
    path: '/staff/refunds',
    title: m.staff_screen_refunds,
    icon: 'refunds',
    roles: withFinance,
    section: 'office',
    finds: m.staff_finds_refunds,
  },
  { path: '/staff/points', title: m.staff_screen_points, icon: 'points', roles: managers, section: 'office', finds: m.staff_finds_points },
  {
    path: '/staff/catalogue/centre',
    title: m.staff_screen_centre,
    icon: 'centre',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_centre_finds,
  },
  {
    path: '/staff/proofs',
    title: m.staff_screen_proofs,
    icon: 'proofs',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_proofs,
  },
  {
    path: '/staff/rounds',
    title: m.staff_screen_rounds,
    icon: 'rounds',
    roles: ['admin', 'manager', 'desk'],
    section: 'office',
    finds: m.staff_finds_rounds,
  },
  {
    path: '/staff/catalogue',
    title: m.staff_screen_facilities,
    icon: 'facility',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_finds_facilities,
  },
  {
    path: '/staff/catalogue/facility',
    title: m.staff_screen_facility,
    icon: 'facility',
    roles: managers,
    section: 'catalogue',
    inRail: false,
  },
  {
    path: '/staff/catalogue/identities',
    title: m.staff_screen_identities,
    icon: 'identity',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_identities_finds,
  },
  {
    path: '/staff/catalogue/holidays',
    title: m.staff_screen_holidays,
    icon: 'holiday',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_holidays_finds,
  },
  {
    path: '/staff/catalogue/lockers',
    title: m.staff_screen_lockers,
    icon: 'locker',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_screen_lockers_finds,
  },
  {
    path: '/staff/catalogue/rules',
    title: m.staff_screen_rules,
    icon: 'rules',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_finds_rules,
  },
  {
    path: '/staff/catalogue/files',
    title: m.staff_screen_files,
    icon: 'files',
    roles: managers,
    section: 'catalogue',
    finds: m.staff_finds_files,
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
  },
  {
    path: '/staff/settings/texts',
    title: m.staff_screen_texts,
    icon: 'texts',
    roles: managers,
    section: 'settings',
    finds: m.staff_screen_texts_finds,
  },
  {
    path: '/staff/settings/audit',
    title: m.staff_screen_audit,
    finds: m.staff_finds_audit,
    icon: 'audit',
    roles: managers,
    section: 'settings',
  },
  {
    path: '/staff/settings/messages',
    title: m.staff_screen_messages,
    finds: m.staff_finds_messages,
    icon: 'messages',
    roles: managers,
    section: 'settings',
  },
]

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
