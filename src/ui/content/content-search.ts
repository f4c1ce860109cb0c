import { longestToken } from '#lib/signed-token.ts'
import { documentCategories, newsCategories, type DocumentCategory, type NewsCategory } from '#modules/content/rules.ts'

/** Search parameters of a list. All are strings, as a form sends them. */
export type ContentSearch<C extends string> = {
  category?: C | undefined
  keyword?: string | undefined
  page?: string | undefined
  pageSize?: string | undefined
}
export type NewsSearch = ContentSearch<NewsCategory>
export type DocSearch = ContentSearch<DocumentCategory>

const longestKeyword = 60
/** Page sizes that the list offers. */
const pageSizes = [10, 20, 50]

function readSearch<C extends string>(
  categories: readonly C[],
  { category, keyword, page, pageSize }: Record<string, unknown>,
): ContentSearch<C> {
  const words = typeof keyword === 'string' ? keyword.trim().slice(0, longestKeyword) : ''
  return {
    category: categories.find((one) => one === category),
    keyword: words === '' ? undefined : words,
    page: typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? page : undefined,
    pageSize: pageSizes.map(String).find((size) => size === pageSize),
  }
}

/** Reads the search parameters; invalid values are dropped. */
export const readNewsSearch = (search: Record<string, unknown>): NewsSearch => readSearch(newsCategories, search)
export const readDocSearch = (search: Record<string, unknown>): DocSearch => readSearch(documentCategories, search)

/** Body of the list call. */
export const listBody = ({ category, keyword = '', page = '1', pageSize }: ContentSearch<string>, usual: number) => ({
  ...(category === undefined ? {} : { category }),
  keyword,
  page: Number(page),
  pageSize: pageSize === undefined ? usual : Number(pageSize),
})

/** Cuts a token that is too long to be one of ours; the server then refuses it like an unknown one. */
export const readPreview = (preview: unknown): string | undefined =>
  typeof preview === 'string' && preview !== '' ? preview.slice(0, longestToken) : undefined

/** An article is addressed by its id, or by a preview link. */
export type DetailSearch = { id?: string | undefined; preview?: string | undefined }

export const readDetailSearch = ({ id, preview }: Record<string, unknown>): DetailSearch => ({
  id: typeof id === 'string' ? id : undefined,
  preview: readPreview(preview),
})

/** Whether the address names an article. */
export const namesArticle = ({ id, preview }: DetailSearch): boolean => preview !== undefined || /^[1-9]\d{0,8}$/.test(id ?? '')
