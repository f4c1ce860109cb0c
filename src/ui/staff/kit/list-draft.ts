import { useDraft } from '#ui/kit/draft.ts'
import { useViewer } from '#ui/session/viewer.ts'

type Shown<Item> = { part: string; items: Item[]; revision: string | undefined; keyOf(item: Item): string }

/** What was typed, and the list and revision that it started from. */
type Typed<Item> = { items: Item[]; base: Item[]; basedOn: string | null }

export type ListDraft<Item> = {
  items: Item[]
  base: Item[]
  basedOn: Record<string, string>
  isDirty: boolean
  keyOf(item: Item): string
  set(items: Item[]): void
  discard(): void
  /** After somebody else's change: goes on from theirs. */
  rebase(items: Item[], theirs: Item[], revision: string | undefined): void
}

/** A section of the catalogue that is edited as one list. What is typed survives a refetch, a reload and a login. */
export function useListDraft<Item>({ part, items: saved, revision, keyOf }: Shown<Item>): ListDraft<Item> {
  const viewer = useViewer()
  const draft = useDraft<Partial<Typed<Item>>>(`staff-${part} ${viewer?.id ?? ''}`, {})
  const { items = saved, base = saved, basedOn = revision ?? null } = draft.values
  return {
    items,
    base,
    basedOn: basedOn === null ? {} : { [part]: basedOn },
    isDirty: JSON.stringify(items) !== JSON.stringify(base),
    keyOf,
    set: (next) => draft.change({ items: next, base, basedOn }),
    discard: () => draft.clear(),
    rebase: (next, theirs, newRevision) => draft.change({ items: next, base: theirs, basedOn: newRevision ?? null }),
  }
}
