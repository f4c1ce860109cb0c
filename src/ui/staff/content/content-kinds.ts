import { documentCategories, newsCategories } from '#modules/content/rules.ts'

/** News, documents and stories are edited on the same screen; the calls of each have names of their own. */
export const contentKinds = ['news', 'documents', 'stories'] as const
export type ContentKind = (typeof contentKinds)[number]

export const standings = ['draft', 'scheduled', 'shown', 'expired', 'withdrawn'] as const
export type Standing = (typeof standings)[number]

export const pathsOf = {
  news: {
    save: '/api/Staff/News',
    list: '/api/Staff/News/List',
    detail: '/api/Staff/News/Detail',
    publish: '/api/Staff/News/Publish',
    withdraw: '/api/Staff/News/Withdraw',
    history: '/api/Staff/News/History',
    version: '/api/Staff/News/Version',
    restore: '/api/Staff/News/Restore',
    draft: '/api/Staff/News/Draft',
  },
  documents: {
    save: '/api/Staff/Doc',
    list: '/api/Staff/Doc/List',
    detail: '/api/Staff/Doc/Detail',
    publish: '/api/Staff/Doc/Publish',
    withdraw: '/api/Staff/Doc/Withdraw',
    history: '/api/Staff/Doc/History',
    version: '/api/Staff/Doc/Version',
    restore: '/api/Staff/Doc/Restore',
    draft: '/api/Staff/Doc/Draft',
  },
  stories: {
    save: '/api/Staff/Highlight',
    list: '/api/Staff/Highlight/List',
    detail: '/api/Staff/Highlight/Detail',
    publish: '/api/Staff/Highlight/Publish',
    withdraw: '/api/Staff/Highlight/Withdraw',
    history: '/api/Staff/Highlight/History',
    version: '/api/Staff/Highlight/Version',
    restore: '/api/Staff/Highlight/Restore',
    draft: '/api/Staff/Highlight/Draft',
  },
} as const satisfies Record<ContentKind, Record<string, string>>

export const categoriesOf = { news: newsCategories, documents: documentCategories, stories: [] } as const

/** Keys of the members' queries that show each kind: they are read again after a change. */
export const publicKeys = { news: 'news', documents: 'documents', stories: 'highlights' } as const satisfies Record<ContentKind, string>
