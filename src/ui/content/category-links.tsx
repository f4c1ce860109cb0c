import { m } from '#i18n/generated/messages.js'
import { documentCategories, newsCategories } from '#modules/content/rules.ts'
import { FilterLink, FilterLinks } from '#ui/kit/filter-links.tsx'
import type { DocSearch, NewsSearch } from './content-search.ts'
import { categoryWord } from './content-words.ts'

/** Links to the categories, each with its own address. The keyword is kept. */
export function NewsCategories({ search: { category, keyword } }: { search: NewsSearch }) {
  return (
    <FilterLinks label={m.content_categories()}>
      <FilterLink to="/news" search={{ keyword }} activeOptions={{ exact: true }} here={category === undefined} resetScroll={false}>
        {m.content_all()}
      </FilterLink>
      {newsCategories.map((one) => (
        <FilterLink key={one} to="/news" search={{ category: one, keyword }} here={category === one} resetScroll={false}>
          {categoryWord(one)}
        </FilterLink>
      ))}
    </FilterLinks>
  )
}

export function DocCategories({ search: { category, keyword } }: { search: DocSearch }) {
  return (
    <FilterLinks label={m.content_categories()}>
      <FilterLink to="/documents" search={{ keyword }} activeOptions={{ exact: true }} here={category === undefined} resetScroll={false}>
        {m.content_all()}
      </FilterLink>
      {documentCategories.map((one) => (
        <FilterLink key={one} to="/documents" search={{ category: one, keyword }} here={category === one} resetScroll={false}>
          {categoryWord(one)}
        </FilterLink>
      ))}
    </FilterLinks>
  )
}
