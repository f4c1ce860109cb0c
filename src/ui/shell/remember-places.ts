import { readCookie } from '#lib/cookies.ts'
import { placesCookie, withPlace } from '#lib/known-places.ts'
import type { AppRouter } from '#ui/session/router-context.ts'

const aDay = 24 * 3600

/** Records this path and every later navigation in the cookie of known places (lib/known-places.ts). */
export function rememberPlaces(router: AppRouter): void {
  remember(router.state.location.pathname)
  router.subscribe('onResolved', ({ toLocation }) => remember(toLocation.pathname))
}

function remember(path: string): void {
  const places = withPlace(readCookie(document.cookie, placesCookie), path)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${placesCookie}=${places}; Path=/; Max-Age=${aDay}; SameSite=Lax${secure}`
}
