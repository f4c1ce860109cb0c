import type { ApiClient } from '#client/api-client.ts'
import type { CentreTextAnswer } from '#modules/centre/wire.ts'
import { queryOptions } from '@tanstack/react-query'
import { ArticleBody } from './article-body.tsx'
import style from './article.module.css'

export const privacyTextQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['centre-text', 'privacy'], queryFn: () => api.get<CentreTextAnswer>('/api/Centre/Text/privacy') })

export const termsTextQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['centre-text', 'terms'], queryFn: () => api.get<CentreTextAnswer>('/api/Centre/Text/terms') })

/** A long text of the centre: its notice on personal data, or its terms of use. */
export function CentreText({ title, html }: { title: string; html: string }) {
  return (
    <article className={style.article}>
      <header className={style.head}>
        <h1>{title}</h1>
      </header>
      <ArticleBody html={html} lang={undefined} />
    </article>
  )
}
