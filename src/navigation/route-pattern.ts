import { splitPrefix } from '#i18n/locale.ts'
import { staffScreens } from './staff-screens.ts'

/** Every page of the route tree, those of the console by their table; a test compares the two. */
export const patterns = [
  '/',
  '/documents',
  '/documents/detail',
  '/draws',
  '/draws/$round',
  '/emailValidation',
  '/highlights',
  '/join',
  '/login',
  '/login/forget',
  '/login/second',
  '/member',
  '/member/club',
  '/member/order/locker',
  '/member/order/move',
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
  '/staff/join',
  '/terms',
  '/undoChange',
  '/venues',
  '/venues/$id',
  '/water',
  ...staffScreens.map(({ path }) => path),
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
