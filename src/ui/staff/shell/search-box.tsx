import { m } from '#i18n/generated/messages.js'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { Input } from '#ui/kit/control.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import style from './search-box.module.css'
import { type SearchHit, searchProviders } from './search-providers.ts'
import { useApi } from '#ui/session/use-api.ts'

/** The search of the whole console (ARIA combobox). Ctrl-K focuses it, arrow keys move, Enter opens, Escape leaves. */
export function SearchBox({ roles }: { roles: readonly ScreenRole[] }) {
  const listId = useId()
  const { field, text, hits, chosen, isOpen, isNothing, setOpen, type, open, press } = useSearchField(roles)
  useShortcut(field)
  return (
    <search className={style.search}>
      <StaffIcon name="search" size={18} />
      <Input
        ref={field}
        type="text"
        role="combobox"
        aria-label={m.staff_search()}
        aria-expanded={isOpen && hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && hits[chosen] ? `${listId}-${chosen}` : undefined}
        aria-keyshortcuts="Control+k"
        placeholder={m.staff_search_hint()}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <kbd aria-hidden>Ctrl K</kbd>
      <HitList id={listId} hits={hits} active={chosen} isOpen={isOpen} onOpen={open} />
      <NothingFound text={text} isShown={isOpen && isNothing} />
    </search>
  )
}

/** The typed text, what it finds, and the hit that Enter opens. */
function useSearchField(roles: readonly ScreenRole[]) {
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { hits, isSearched } = useSearch(text, roles)
  const chosen = Math.min(active, hits.length - 1)

  function type(typed: string): void {
    setText(typed)
    setActive(0)
    setOpen(typed !== '')
  }

  function open(hit: SearchHit): void {
    type('')
    field.current?.blur()
    void router.navigate(toLocation(hit.to))
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setActive((chosen + step + hits.length) % hits.length)
    } else if (event.key === 'Enter' && hits[chosen]) {
      event.preventDefault()
      open(hits[chosen])
    } else if (event.key === 'Escape') {
      if (text) type('')
      else field.current?.blur()
    }
  }

  return { field, text, hits, chosen, isOpen, isNothing: isSearched && hits.length === 0, setOpen, type, open, press }
}

function NothingFound({ text, isShown }: { text: string; isShown: boolean }) {
  return (
    <p className={style.none} role="status" hidden={!isShown}>
      {isShown ? m.staff_search_none({ text: text.trim() }) : ''}
    </p>
  )
}

type HitListProps = { id: string; hits: SearchHit[]; active: number; isOpen: boolean; onOpen(hit: SearchHit): void }

function HitList({ id, hits, active, isOpen, onOpen }: HitListProps) {
  return (
    <div id={id} className={style.hits} role="listbox" aria-label={m.staff_search()} hidden={!isOpen || hits.length === 0}>
      {hits.map((hit, n) => (
        // The focus stays in the field, which handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
        <div
          key={hit.key}
          id={`${id}-${n}`}
          role="option"
          aria-selected={n === active}
          ref={(element) => {
            if (isOpen && n === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(hit)}
        >
          <StaffIcon name={hit.icon} />
          <span className={style.label}>{hit.label}</span>
          <span className={style.detail}>{hit.detail}</span>
        </div>
      ))}
    </div>
  )
}

function useShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      // Behind a sheet the field cannot take the focus.
      if (!isChord || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}

/** Pause in typing after which the providers are asked, in milliseconds. */
const pause = 120

/** Hits for the typed text. Those of an earlier text stay until the new ones are there, so that the list does not flicker. */
function useSearch(text: string, roles: readonly ScreenRole[]): { hits: SearchHit[]; isSearched: boolean } {
  const api = useApi()
  const [found, setFound] = useState<{ query: string; hits: SearchHit[] }>({ query: '', hits: [] })
  const query = text.trim()
  useEffect(() => {
    if (!query) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const searching = { api, roles, signal: stop.signal }
      const lists = await Promise.all(searchProviders.map(async (find) => find(query, searching)).map((one) => one.catch(() => [])))
      if (!stop.signal.aborted) setFound({ query, hits: lists.flat().slice(0, 20) })
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, roles, api])
  return { hits: query ? found.hits : [], isSearched: query !== '' && found.query === query }
}
