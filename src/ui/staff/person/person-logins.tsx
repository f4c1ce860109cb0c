import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useState } from 'react'
import { mayDecide } from './may-decide.ts'
import style from './person.module.css'
import { usePersonCall } from './person-queries.ts'

type Link = PersonCardAnswer['logins']['links'][number]

/** How the person logs in. Managers unlink an issuer, and remove a lost authenticator app, for somebody who asks; staff do both for themselves. */
export function PersonLogins({ card: { id, name, isGuest, roles, logins } }: { card: PersonCardAnswer }) {
  const viewer = useViewer()
  const call = usePersonCall()
  const [asked, setAsked] = useState<Link>()
  const [removes, setRemoves] = useState(false)
  if (isGuest) return null
  const { hasSecret, passkeys, hasAuthenticator, links } = logins
  const mayChange = mayDecide(viewer, id) && roles.length === 0
  return (
    <Panel title={m.person_logins()}>
      <p>
        {[
          hasSecret ? m.person_logins_secret() : m.person_logins_no_secret(),
          passkeys > 0 && m.person_logins_passkeys({ count: passkeys }),
          hasAuthenticator && m.staff_factor_authenticator(),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {links.length > 0 && (
        <ul className={style.list} aria-label={m.person_logins_links()}>
          {links.map((link) => (
            <li key={link.id}>
              <p>{link.title}</p>
              <span className={style.soft}>
                {m.way_linked_since({ moment: formatMoment(new Date(link.linkedAt), getLocale()) })}
                {link.lastUsedAt && ` · ${m.factor_used({ moment: formatMoment(new Date(link.lastUsedAt), getLocale()) })}`}
              </span>
              {mayChange && (
                <StaffButton look="quiet" aria-label={m.way_unlink_named({ way: link.title })} onClick={() => setAsked(link)}>
                  {m.way_unlink()}
                </StaffButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && hasAuthenticator && (
        <StaffButton look="quiet" onClick={() => setRemoves(true)}>
          {m.person_authenticator_remove()}
        </StaffButton>
      )}
      {removes && (
        <AskSheet
          title={m.person_authenticator_remove()}
          effects={[m.person_authenticator_effect({ name }), m.person_told({ name })]}
          reasonLabel={m.person_reason()}
          confirmLabel={m.factor_remove()}
          isDangerous
          onSend={({ reason }) => call('/api/Staff/Person/RemoveAuthenticator', { id, reason }, m.factor_removed())}
          onClose={() => setRemoves(false)}
        />
      )}
      {asked && <Unlink {...{ id, name, hasSecret }} link={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

type UnlinkProps = { id: string; name: string; hasSecret: boolean; link: Link; onClose(): void }

function Unlink({ id, name, hasSecret, link, onClose }: UnlinkProps) {
  const call = usePersonCall()
  return (
    <AskSheet
      title={m.way_unlink_named({ way: link.title })}
      effects={[
        m.person_unlink_effect({ name, way: link.title }),
        ...(hasSecret ? [] : [m.person_unlink_no_secret()]),
        m.person_told({ name }),
      ]}
      reasonLabel={m.person_reason()}
      confirmLabel={m.way_unlink()}
      isDangerous
      onSend={({ reason }) => call('/api/Staff/Person/UnlinkWay', { id, linkId: link.id, reason }, m.way_unlinked())}
      onClose={onClose}
    />
  )
}
