import { m } from '#i18n/generated/messages.js'
import { TextInput } from '#ui/staff/kit/fields.tsx'
import { useState } from 'react'

type Props = { path: string; sessions: string[]; onChange(sessions: string[]): void }

const asText = (sessions: readonly string[]) => sessions.join(', ')
const asSessions = (text: string) =>
  text
    .split(/[,，、\s]+/)
    .map((part) => part.replace(/[–—~～]/g, '-'))
    .filter(Boolean)

/** Fixed sessions of a day, such as 08:00-12:00, instead of slots of one length. */
export function SessionsField({ path, sessions, onChange }: Props) {
  const [typed, setTyped] = useState(() => asText(sessions))
  const isOwn = asText(asSessions(typed)) === asText(sessions)
  return (
    <TextInput
      path={path}
      label={m.catalogue_sessions()}
      hint={m.catalogue_sessions_hint()}
      placeholder="08:00-12:00, 13:00-17:00"
      optional
      value={isOwn ? typed : asText(sessions)}
      onChange={(text) => {
        setTyped(text)
        onChange(asSessions(text))
      }}
    />
  )
}
