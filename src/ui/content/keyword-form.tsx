import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import field from '#ui/kit/field.module.css'
import { useNavigate } from '@tanstack/react-router'
import style from './content-list.module.css'

type Props = { path: '/news' | '/documents'; category: string | undefined; keyword: string | undefined }

/** Search by keyword: a plain form, which works without JavaScript. */
export function KeywordForm({ path, category, keyword }: Props) {
  const navigate = useNavigate()
  return (
    <form
      // A new key resets the uncontrolled field to what the address says, also after going back.
      key={`${category} ${keyword}`}
      method="get"
      role="search"
      className={style.search}
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('keyword') ?? '').trim()
        void navigate({ to: path, search: { category, keyword: words || undefined } as object, resetScroll: false })
      }}
    >
      {category !== undefined && <input type="hidden" name="category" value={category} />}
      <input
        type="search"
        name="keyword"
        className={field.input}
        aria-label={m.content_keyword()}
        placeholder={m.content_keyword()}
        defaultValue={keyword ?? ''}
        maxLength={60}
        enterKeyHint="search"
      />
      <Button type="submit">{m.content_search()}</Button>
    </form>
  )
}
