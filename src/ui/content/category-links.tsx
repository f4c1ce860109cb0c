import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { categoryNames, documentCategories, newsCategories } from '#modules/content/rules.ts'
import { Link } from '@tanstack/react-router'
import style from './content-list.module.css'
import type { DocSearch, NewsSearch } from './content-search.ts'

const chip = (here: boolean) => ({ className: style.category, 'aria-current': here ? ('page' as const) : undefined, resetScroll: false })

/** Categories are links: each list has its own address. The keyword stays. */
export function NewsCategories({ search: { category, keyword } }: { search: NewsSearch }) {
  return (
    <nav className={style.categories} aria-label={m.content_categories()}>
      <Link to="/news" search={{ keyword }} activeOptions={{ exact: true }} {...chip(category === undefined)}>
        {m.content_all()}
      </Link>
      {newsCategories.map((one) => (
        <Link key={one} to="/news" search={{ category: one, keyword }} {...chip(category === one)}>
          {categoryNames[one][getLocale()]}
        </Link>
      ))}
    </nav>
  )
}

export function DocCategories({ search: { category, keyword } }: { search: DocSearch }) {
  return (
    <nav className={style.categories} aria-label={m.content_categories()}>
      <Link to="/documents" search={{ keyword }} activeOptions={{ exact: true }} {...chip(category === undefined)}>
        {m.content_all()}
      </Link>
      {documentCategories.map((one) => (
        <Link key={one} to="/documents" search={{ category: one, keyword }} {...chip(category === one)}>
          {categoryNames[one][getLocale()]}
        </Link>
      ))}
    </nav>
  )
}
