import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { useViewer } from './viewer.ts'

/** Says who in the club can do what the viewer's role may not. */
export function ForOtherRoles() {
  return <Callout title={m.club_ask_booker({ club: useViewer()?.communityName ?? '' })} />
}
