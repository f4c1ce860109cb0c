import { createPersistedStore } from './persisted-store.ts'

const useDrafts = createPersistedStore<{ drafts: Record<string, object> }>('drafts', 'drafts', { drafts: {} })

/**
 * Values of a form that are typed and not yet saved: they survive a failed request, a language switch, a login and a reload.
 * Never used for secrets. `key` names the member as well as the form, so that the next person in this tab does not see the
 * draft.
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
