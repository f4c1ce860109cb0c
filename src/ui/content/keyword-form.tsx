import { m } from '#i18n/generated/messages.js'
import { SearchInput } from '#ui/kit/search-input.tsx'
import { useNavigate } from '@tanstack/react-router'

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
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('keyword') ?? '').trim()
        void navigate({ to: path, search: { category, keyword: words || undefined } as object, resetScroll: false })
      }}
    >
      {category !== undefined && <input type="hidden" name="category" value={category} />}
      <SearchInput
        submitLabel={m.content_search()}
        label={m.content_keyword()}
        placeholder={m.content_keyword()}
        name="keyword"
        defaultValue={keyword ?? ''}
        maxLength={60}
      />
    </form>
  )
}
