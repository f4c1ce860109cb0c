import type { AppRouter } from '#ui/session/router-context.ts'
import { fadePagesIn } from './page-transitions.ts'
import { rememberPlaces } from './remember-places.ts'
import { tellOffline, waitForService } from './wait-for-service.ts'

/** What no page waits for: loaded as one file, some time after hydration. */
export function workInBackground(router: AppRouter): void {
  rememberPlaces(router)
  waitForService(router)
  tellOffline(router)
  fadePagesIn(router)
}
