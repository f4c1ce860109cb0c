import { m } from '#i18n/generated/messages.js'
import type { CentreAnswer } from '#modules/settings/wire.ts'
import style from './centre-contact.module.css'

/** Whether there is anything to show. */
export const hasContact = ({ address, deskHours, email, parking, phone, taxId, latitude }: CentreAnswer): boolean =>
  [address, deskHours, email, parking, phone, taxId].some(Boolean) || latitude !== null

/** Address and contact of the centre, as far as they are known. The map is a link: nothing is loaded from another site. */
export function CentreContact({
  centre: { address, deskHours, email, latitude, longitude, parking, phone, taxId },
}: {
  centre: CentreAnswer
}) {
  return (
    <address className={style.contact}>
      {(address || latitude !== null) && (
        <p>
          {address}{' '}
          {latitude !== null && (
            <a href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`} rel="noreferrer" target="_blank">
              {m.centre_map()}
            </a>
          )}
        </p>
      )}
      {(phone || email) && (
        <p>
          {phone && <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a>} {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      )}
      {deskHours && <p>{deskHours}</p>}
      {parking && (
        <p>
          <b>{m.centre_parking()}</b> {parking}
        </p>
      )}
      {taxId && <p>{m.centre_tax_id({ taxId })}</p>}
    </address>
  )
}
