import { anId, aNumber, anyWords, aPage, aWholeNumber, oneOf, readAddress } from '#ui/staff/kit/address.ts'
import { contentKinds, standings, type ContentKind, type Standing } from './content-kinds.ts'

/** Filters of the list in the address. */
export type ContentSearch = {
  kind?: ContentKind | undefined
  standing?: Standing | undefined
  q?: string | undefined
  page?: string | undefined
}
export type ContentView = { kind: ContentKind; standing?: Standing; q?: string; page: number }

/** What the calls take. */
export const contentView = (search: ContentSearch): ContentView => ({
  kind: 'news',
  page: 1,
  ...readAddress<Partial<ContentView>>(search, {
    kind: oneOf(...contentKinds),
    standing: oneOf(...standings),
    q: anyWords(60),
    page: aPage,
  }),
})

export const editorViews = ['write', 'preview', 'history'] as const
export type EditorView = (typeof editorViews)[number]

/** What is edited: without an id something new. `version`: the one that the history shows. */
export type EditSearch = {
  kind?: ContentKind | undefined
  id?: string | undefined
  view?: EditorView | undefined
  version?: string | undefined
}
export type EditView = { kind: ContentKind; id: string | undefined; view: EditorView; version: number | undefined }

export function editView(search: EditSearch): EditView {
  const { kind = 'news', view = 'write' } = readAddress<Partial<Pick<EditView, 'kind' | 'view'>>>(search, {
    kind: oneOf(...contentKinds),
    view: oneOf(...editorViews),
  })
  const { id, version } = readAddress<{ id?: string; version?: number }>(search, {
    id: kind === 'stories' ? anId : aNumber,
    version: aWholeNumber,
  })
  return { kind, id, view, version }
}
