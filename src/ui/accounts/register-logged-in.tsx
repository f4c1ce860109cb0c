import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { CourtLayout } from '#ui/kit/court-layout.tsx'

/** The page of registering, for a member who is logged in: the way to the member area. */
export const RegisterLoggedIn = ({ name }: { name: string }) => (
  <CourtLayout title={m.register_logged_in()} lead={m.register_logged_in_lead({ name })}>
    <ButtonLink to="/member" wide>
      {m.register_logged_in_on()}
    </ButtonLink>
  </CourtLayout>
)
