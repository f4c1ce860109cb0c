import { createKept } from './store.ts'

const useDrafts = createKept<{ drafts: Record<string, object> }>('drafts', 'drafts', { drafts: {} })

/**
 * What was typed and not yet saved: it outlives a failed request, a language switch, a login in between and a reload.
 * Never for secrets. `key` names whose draft it is as well as what of, so that the next person in this tab does not see it.
 */
export function useDraft<T extends object>(key: string, saved: T) {
  const draft = useDrafts(({ drafts }) => drafts[key]) as Partial<T> | undefined
  return {
    values: { ...saved, ...draft } as T,
    change: (patch: Partial<T>) => keepDraft(key, patch),
    clear: () => dropDraft(key),
  }
}

export const keepDraft = (key: string, patch: object): void =>
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...drafts[key], ...patch } } }))

export const dropDraft = (key: string): void => useDrafts.setState(({ drafts }) => ({ drafts: without(drafts, key) }))

function without(drafts: Record<string, object>, key: string): Record<string, object> {
  const { [key]: _, ...rest } = drafts
  return rest
}

export function dropDrafts(): void {
  useDrafts.setState({ drafts: {} })
}
