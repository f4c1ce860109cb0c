import { m } from '#i18n/generated/messages.js'
import { useCentre, useCentreName } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'

/** What visitors see before the centre is set up. */
export function OpeningSoon() {
  const name = useCentreName()
  const centre = useCentre()
  return (
    <section>
      <h1>{m.soon_heading({ centre: name })}</h1>
      <p>{m.soon_lead()}</p>
      {centre?.phone && (
        <p>
          <a href={`tel:${centre.phone}`}>{centre.phone}</a>
        </p>
      )}
      {centre?.email && (
        <p>
          <a href={`mailto:${centre.email}`}>{centre.email}</a>
        </p>
      )}
      <p>
        <Link to="/login" search={{ redirect: '/setup' }}>
          {m.soon_staff()}
        </Link>
      </p>
    </section>
  )
}
