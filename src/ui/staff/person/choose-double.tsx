import { m } from '#i18n/generated/messages.js'
import type { DoublesAnswer } from '#modules/people/merge-wire.ts'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Field } from '#ui/kit/field.tsx'
import { SearchInput } from '#ui/kit/search-input.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { doublesQuery } from './merge-queries.ts'
import style from './merge.module.css'
import { personSearchQuery } from './person-queries.ts'

export type Candidate = { id: string; name: string; account: string; email: string; mobile: string; isGuest: boolean }
type Because = DoublesAnswer['items'][number]['because'][number]

const becauseText = {
  mobile: m.merge_same_mobile,
  email: m.merge_same_email,
  name: m.merge_same_name,
} as const satisfies Record<Because, unknown>

/** People who may be the same, and a search for anybody else. */
export function ChooseDouble({ card, onChoose }: { card: PersonCardAnswer; onChoose(other: Candidate): void }) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const { data: likely } = useQuery(doublesQuery(api, card.id))
  const { data: found } = useQuery(personSearchQuery(api, words))
  const others = (found?.items ?? []).filter(({ id }, index, all) => id !== card.id && all.findIndex((one) => one.id === id) === index)
  return (
    <div className={style.choose}>
      <p>{m.merge_lead()}</p>
      {likely && likely.items.length > 0 && (
        <section>
          <h3>{m.merge_likely()}</h3>
          <Candidates people={likely.items} onChoose={onChoose} />
        </section>
      )}
      {likely?.items.length === 0 && <p className="note">{m.merge_none_likely()}</p>}
      <Field label={m.merge_search()} hint={m.person_field_hint()}>
        {(described) => (
          <SearchInput {...described} name="other" value={typed} maxLength={80} onChange={({ target }) => setTyped(target.value)} />
        )}
      </Field>
      {words !== '' && found && others.length === 0 && <p className="note">{m.person_none({ q: words })}</p>}
      {words !== '' && <Candidates people={others} onChoose={onChoose} />}
    </div>
  )
}

function Candidates({ people, onChoose }: { people: (Candidate & { because?: Because[] })[]; onChoose(other: Candidate): void }) {
  return (
    <ul className={style.candidates}>
      {people.map((one) => (
        <li key={one.id}>
          <span className={style.who}>
            <strong>{one.name}</strong>
            {one.isGuest && <Chip>{m.counter_guest()}</Chip>}
            {one.because?.map((why) => (
              <Chip key={why} tone="good">
                {becauseText[why]()}
              </Chip>
            ))}
            <span className={style.contact}>{[one.mobile, one.email, one.account].filter(Boolean).join('　')}</span>
          </span>
          <StaffButton onClick={() => onChoose(one)} aria-label={m.merge_choose_named({ name: one.name, mobile: one.mobile })}>
            {m.merge_choose()}
          </StaffButton>
        </li>
      ))}
    </ul>
  )
}
