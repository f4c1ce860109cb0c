import { contentKinds, standings, type ContentKind, type Standing } from './content-kinds.ts'

/** Filters of the list in the address. */
export type ContentSearch = {
  kind?: ContentKind | undefined
  standing?: Standing | undefined
  q?: string | undefined
  page?: string | undefined
}
export type ContentView = { kind: ContentKind; standing?: Standing; q?: string; page: number }

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** What the calls take: values of a mistyped address are left out. */
export function contentView(search: ContentSearch): ContentView {
  const standing = standings.find((one) => one === search.standing)
  const q = text(search.q).slice(0, 60)
  const page = Number(search.page)
  return {
    kind: contentKinds.find((one) => one === search.kind) ?? 'news',
    ...(standing && { standing }),
    ...(q && { q }),
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

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
  const kind = contentKinds.find((one) => one === search.kind) ?? 'news'
  const id = text(search.id)
  const isId = kind === 'stories' ? /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) : /^[1-9]\d{0,8}$/.test(id)
  const version = Number(search.version)
  return {
    kind,
    id: isId ? id : undefined,
    view: editorViews.find((one) => one === search.view) ?? 'write',
    version: Number.isInteger(version) && version > 0 && version < 1_000_000 ? version : undefined,
  }
}
