import { m } from '#i18n/generated/messages.js'
import { ShareButton } from '#ui/kit/share-button.tsx'
import type { DocAnswer, NewsAnswer } from '#modules/content/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import type { ReactNode } from 'react'
import { ArticleBody } from './article-body.tsx'
import style from './article.module.css'
import { langOf, sayDate } from './content-words.ts'
import { FileLinks } from './file-links.tsx'

type Props = {
  article: NewsAnswer | DocAnswer
  /** Token of a preview link, for an article that is not published yet. */
  preview: string | undefined
  date: string | null
  back: ReactNode
  children?: ReactNode
}

/** One article. */
export function ArticleView({ article, preview, date, back, children }: Props) {
  const lang = langOf(article.locale)
  return (
    <article className={style.article}>
      {back}
      {preview !== undefined && <Callout title={m.content_preview()}>{m.content_preview_note()}</Callout>}
      <header className={style.head}>
        <div className="facts soft">
          <Chip tone={article.category === 'closure' ? 'danger' : 'plain'}>{article.categoryName}</Chip>
          {article.pinned && <Chip tone="good">{m.content_pinned()}</Chip>}
          {date && <span>{date}</span>}
          {article.expiresAt && <span>{m.content_until({ date: sayDate(article.expiresAt) })}</span>}
        </div>
        <h1 lang={lang} dir="auto">
          {article.title}
        </h1>
        {article.summary && (
          <p className={style.summary} lang={lang} dir="auto">
            {article.summary}
          </p>
        )}
        {lang && <p className={style.note}>{m.content_other_language()}</p>}
      </header>
      <ArticleBody html={article.bodyHtml} lang={lang} />
      {article.files.length > 0 && (
        <section className={style.files} aria-labelledby="attachments">
          <h2 id="attachments">{m.content_attachments()}</h2>
          <FileLinks files={article.files} label={m.content_attachments()} preview={preview} />
        </section>
      )}
      {preview === undefined && (
        <div className={style.share}>
          <ShareButton title={article.title} url={article.link} />
        </div>
      )}
      {children}
    </article>
  )
}
