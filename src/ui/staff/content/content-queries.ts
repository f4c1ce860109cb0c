import type { ApiClient } from '#client/api-client.ts'
import type { DraftAnswer, HistoryAnswer } from '#modules/content/publishing-wire.ts'
import type { StaffArticle, StaffArticleAnswer, VersionAnswer } from '#modules/content/wire.ts'
import type { HighlightVersionAnswer, StaffHighlight } from '#modules/content/story-wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pathsOf, publicKeys, type ContentKind, type Standing } from './content-kinds.ts'
import type { ContentView } from './content-search.ts'
import { articleDraft, savedArticle, savedStory, storyDraft, type Draft, type Saved } from './editor-draft.ts'

export const contentKey = ['staff-content'] as const
export const contentPageSize = 20

/** Calls about what is published: afterwards the console and the pages of members read again. */
export const useContentCall = (kind: ContentKind) => useStaffCall([contentKey, [publicKeys[kind]]])

export type Listed = {
  id: string
  titleTw: string
  titleEn: string
  /** Category of an article, day of a story. */
  about: string
  pinned: boolean
  standing: Standing
  publishAt: string | null
  expiresAt: string | null
  savedBy: string | null
  savedAt: string | null
}
type Page = { items: Listed[]; total: number }

export const contentListQuery = (api: ApiClient, { kind, standing, q = '', page }: ContentView) =>
  queryOptions({
    queryKey: [...contentKey, 'list', kind, standing, q, page],
    queryFn: async (): Promise<Page> => {
      const paged = { keyword: q, page, pageSize: contentPageSize }
      if (kind === 'stories') {
        const asked = standing === 'shown' ? 'published' : standing
        const query = { ...paged, ...(asked && { standing: asked }) }
        const { items, total } = await api.get<{ items: StaffHighlight[]; total: number }>(pathsOf.stories.list, { query, silent: true })
        return { items: items.map((item) => ({ ...listedWords(savedStory(item)), about: item.day, pinned: false })), total }
      }
      const query = { ...paged, ...(standing && { standing }) }
      const { items, total } = await api.get<{ items: StaffArticle[]; total: number }>(pathsOf[kind].list, { query, silent: true })
      return { items: items.map((item) => ({ ...item, id: String(item.id), about: item.category })), total }
    },
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })

const listedWords = ({ id, standing, publishAt, expiresAt, savedBy, savedAt, draft: { titleTw, titleEn } }: Saved) => ({
  id,
  standing,
  publishAt,
  expiresAt,
  savedBy,
  savedAt,
  titleTw,
  titleEn,
})

/** Where the members' page with what is typed is shown. */
export const previewQuery = (api: ApiClient, kind: ContentKind, body: object) =>
  queryOptions({
    queryKey: ['staff-content-preview', kind, JSON.stringify(body)],
    queryFn: () => api.post<DraftAnswer>(pathsOf[kind].draft, body, { silent: true }),
    staleTime: Infinity,
    retry: false,
  })

export const savedQuery = (api: ApiClient, kind: ContentKind, id: string | undefined) =>
  queryOptions({
    queryKey: [...contentKey, 'one', kind, id],
    queryFn: async (): Promise<Saved> => {
      const options = { query: { id: id! }, silent: true }
      return kind === 'stories'
        ? savedStory(await api.get<StaffHighlight>(pathsOf.stories.detail, options))
        : savedArticle(await api.get<StaffArticleAnswer>(pathsOf[kind].detail, options))
    },
    enabled: id !== undefined,
    staleTime: 2000,
    retry: false,
  })

export const historyQuery = (api: ApiClient, kind: ContentKind, id: string) =>
  queryOptions({
    queryKey: [...contentKey, 'history', kind, id],
    queryFn: () => api.get<HistoryAnswer>(pathsOf[kind].history, { query: { id }, silent: true }),
    staleTime: 2000,
    retry: false,
  })

/** A version never changes. */
export const versionQuery = (api: ApiClient, kind: ContentKind, id: string, version: number) =>
  queryOptions({
    queryKey: ['staff-content-version', kind, id, version],
    queryFn: async (): Promise<Draft> => {
      const options = { query: { id, version: String(version) }, silent: true }
      return kind === 'stories'
        ? storyDraft(await api.get<HighlightVersionAnswer>(pathsOf.stories.version, options))
        : articleDraft(await api.get<VersionAnswer>(pathsOf[kind].version, options))
    },
    staleTime: Infinity,
    retry: false,
  })
