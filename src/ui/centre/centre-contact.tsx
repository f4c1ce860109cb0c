import { m } from '#i18n/generated/messages.js'
import type { CentreAnswer } from '#modules/settings/wire.ts'
import style from './centre-contact.module.css'

/** Address and contact of the centre. The map is a link: nothing is loaded from another site. */
export function CentreContact({ centre: { address, deskHours, email, latitude, longitude, parking, phone } }: { centre: CentreAnswer }) {
  return (
    <address className={style.contact}>
      <p>
        {address}{' '}
        <a href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`} rel="noreferrer" target="_blank">
          {m.centre_map()}
        </a>
      </p>
      <p>
        <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a> <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p>{deskHours}</p>
      <p>
        <b>{m.centre_parking()}</b> {parking}
      </p>
    </address>
  )
}
