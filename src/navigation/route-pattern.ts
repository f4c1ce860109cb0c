import { splitPrefix } from '#i18n/locale.ts'

/** Every page of the route tree; a test compares the two. */
export const patterns = [
  '/',
  '/documents',
  '/documents/detail',
  '/emailValidation',
  '/highlights',
  '/login',
  '/login/forget',
  '/login/second',
  '/member',
  '/member/order/locker',
  '/member/order/overview',
  '/member/order/payment-complete',
  '/member/order/refund',
  '/member/order/refund/apply',
  '/member/order/schedule',
  '/member/order/schedule/create',
  '/member/order/schedule/$id',
  '/member/order/ticket',
  '/member/order/venue',
  '/member/order/zero',
  '/member/setting',
  '/member/violation',
  '/news',
  '/news/detail',
  '/order',
  '/order/check',
  '/pay',
  '/privacy',
  '/redirectToResult',
  '/refund',
  '/register',
  '/repair',
  '/resetpkey/$token',
  '/satisfaction',
  '/setup',
  '/site-map',
  '/soon',
  '/staff',
  '/staff/catalogue/centre',
  '/staff/counter',
  '/staff/till',
  '/staff/join',
  '/staff/settings/staff',
  '/staff/settings/connections',
  '/staff/settings/texts',
  '/terms',
  '/staff/settings/audit',
  '/staff/settings/messages',
  '/staff/catalogue',
  '/staff/catalogue/facility',
  '/staff/catalogue/files',
  '/staff/catalogue/rules',
  '/undoChange',
  '/venues',
  '/venues/$id',
  '/water',
]

const known = patterns.map((pattern) => ({
  pattern,
  fits: new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
}))

/** Path pattern for the log: parameters are never logged, and an unknown path is not repeated. */
export function routePattern(pathname: string): string {
  const { path } = splitPrefix(pathname)
  return known.find(({ fits }) => fits.test(path))?.pattern ?? '(no page)'
}
