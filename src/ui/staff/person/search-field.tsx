import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { SearchInput } from '#ui/kit/search-input.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { personSearchQuery } from './person-queries.ts'
import style from './person.module.css'

/** Pause in typing after which the address follows the field, in milliseconds. */
const pause = 150

/**
 * The search field. Enter opens the only person found, or goes to the first of several; the down arrow goes to the first too.
 * While a card is open, typing leads back to the results.
 */
export function SearchField({ q, person }: { q: string; person: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { text, type, find } = useTypedSearch(q, person)
  useEffect(() => {
    if (!person && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [person])

  const focusFirst = () => form.current?.parentElement?.querySelector<HTMLElement>('tbody a')?.focus()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if ((await find()) > 1) focusFirst()
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    focusFirst()
  }

  return (
    <form ref={form} className={style.finder} role="search" onSubmit={(event) => void submit(event)}>
      <SearchInput
        ref={field}
        label={m.person_field()}
        placeholder={m.person_field()}
        value={text}
        maxLength={80}
        spellCheck={false}
        aria-describedby="person-search-hint"
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <p id="person-search-hint">{m.person_field_hint()}</p>
    </form>
  )
}

/** What is typed, and the address that follows it. */
function useTypedSearch(q: string, person: string | undefined) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Searches of this field that the address has not shown yet. */
  const sent = useRef(new Set<string>())
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Not by this field: the address was changed by going back, or by a link.
    if (!sent.current.delete(q)) setText(q)
  }, [q])

  function go(next: { q: string; person?: string }, replace: boolean): void {
    clearTimeout(timer.current)
    if (next.q !== q) sent.current.add(next.q)
    void navigate({ to: '/staff/people', search: { q: next.q || undefined, person: next.person }, replace })
  }

  function type(typed: string): void {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go({ q: typed.trim() }, person === undefined), pause)
  }

  /** Searches at once; opens the person if there is only one. Answers how many were found. */
  async function find(): Promise<number> {
    const words = text.trim()
    if (words === '') return 0
    clearTimeout(timer.current)
    const { items } = await queryClient.fetchQuery(personSearchQuery(api, words)).catch(() => ({ items: [] }))
    const [only] = items
    if (only && items.length === 1) go({ q: words, person: only.id }, false)
    else go({ q: words }, person === undefined)
    return items.length
  }

  return { text, type, find }
}
