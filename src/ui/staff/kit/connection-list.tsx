import { m } from '#i18n/generated/messages.js'
import type { ConnectionListAnswer, ConnectionTestAnswer } from '#modules/settings/connections-wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import style from './connection-list.module.css'
import { connectionsQuery } from './connection-queries.ts'
import { StaffButton } from './staff-button.tsx'
import { StaffIcon } from './staff-icon.tsx'
import { useStaffCall } from './use-staff-call.ts'

type Connection = ConnectionListAnswer['items'][number]

/** Mail, texts, payment and storage: what is set, and buttons that try them. */
export function ConnectionList({ level = 2 }: { level?: 2 | 3 }) {
  const api = useApi()
  const { data } = useSuspenseQuery(connectionsQuery(api))
  const isReady = useHydrated()
  const list = useRef<HTMLUListElement>(null)
  const testAll = () => list.current!.querySelectorAll('form').forEach((form) => form.requestSubmit())
  return (
    <div className="stack">
      <StaffButton disabled={!isReady} onClick={testAll}>
        {m.connection_test_all()}
      </StaffButton>
      <ul ref={list} className={style.list}>
        {data.items.map((connection) => (
          <ConnectionCard key={connection.what} connection={connection} level={level} />
        ))}
      </ul>
    </div>
  )
}

function ConnectionCard({ connection, level }: { connection: Connection; level: 2 | 3 }) {
  const call = useStaffCall()
  const [tested, setTested] = useState<ConnectionTestAnswer>()
  // A press sets the ref, which the submit reads at once; the state is for what is shown. Testing all presses none of these buttons.
  const sends = useRef(false)
  const [isSending, setSending] = useState(false)
  const press = (send: boolean) => () => {
    sends.current = send
    setSending(send)
  }
  const { what, title, use, canSend, recipient, settings } = connection
  const { ready, busy, refused, errorAt, form } = useSubmit(async (data) => {
    setTested(undefined)
    const mobile = String(data.get('mobile') ?? '')
    const send = sends.current
    sends.current = false
    const body = { what, send, ...(send && mobile !== '' ? { mobile } : {}) }
    setTested(await call<ConnectionTestAnswer>('/api/Staff/Connection/Test', body))
  })
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <li className={style.card}>
      <div className={style.head}>
        <Heading>{title}</Heading>
        <StateBadge connection={connection} />
        <p>{use}</p>
      </div>
      <Settings settings={settings} />
      <form className="stack" {...form}>
        {canSend && recipient === '' && (
          <TextField
            name="mobile"
            label={m.connection_test_mobile()}
            inputMode="numeric"
            autoComplete="tel"
            optional
            error={errorAt('mobile')}
          />
        )}
        <div className={style.buttons}>
          <StaffButton type="submit" busy={busy && !isSending} disabled={!ready} onClick={press(false)}>
            {m.connection_test()}
          </StaffButton>
          {canSend && (
            <StaffButton type="submit" busy={busy && isSending} disabled={!ready} icon="messages" onClick={press(true)}>
              {recipient ? m.connection_send({ recipient }) : m.connection_send_text()}
            </StaffButton>
          )}
        </div>
        <FormProblem refused={refused} />
      </form>
      <div role="status">{tested && <Findings findings={tested.findings} />}</div>
    </li>
  )
}

const Settings = ({ settings }: Pick<Connection, 'settings'>) => (
  <dl className={style.settings}>
    {settings.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd data-empty={value === null || undefined}>{value ?? m.connection_not_set()}</dd>
      </div>
    ))}
  </dl>
)

function StateBadge({ connection: { isSet, isDemo } }: { connection: Connection }) {
  const [state, words] = isSet
    ? (['set', m.connection_set()] as const)
    : isDemo
      ? (['demo', m.connection_demo()] as const)
      : (['missing', m.connection_missing()] as const)
  return (
    <span className={style.state} data-state={state}>
      {words}
    </span>
  )
}

/** What a check has found, with what to do about it. */
function Findings({ findings }: { findings: ConnectionTestAnswer['findings'] }) {
  return (
    <ul className={style.findings}>
      {findings.map(({ state, code, words, advice }) => (
        <li key={code} data-state={state}>
          <StaffIcon name={state === 'ok' ? 'check' : 'alert'} size={18} />
          <span>
            {words}
            {advice && <span className={style.advice}>{advice}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
