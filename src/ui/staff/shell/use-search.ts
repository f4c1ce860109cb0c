import type { ScreenRole } from '#navigation/staff-screens.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useEffect, useState } from 'react'
import { searchProviders, type SearchHit } from './search-providers.ts'

/** Pause in typing after which the providers are asked, in milliseconds. */
const pause = 120

/** Hits for the typed text. Those of an earlier text stay until the new ones are there, so that the list does not flicker. */
export function useSearch(text: string, roles: readonly ScreenRole[]): { hits: SearchHit[]; isSearched: boolean } {
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
