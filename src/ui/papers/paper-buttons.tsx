import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { Button } from '#ui/kit/button.tsx'
import { useDownload } from '#ui/session/use-download.ts'
import style from './paper-buttons.module.css'

/** Downloads a paper as PDF: in the language of the page, or in both. */
export function PaperButtons({ path }: { path: string }) {
  const { busy, download } = useDownload()
  return (
    <p className={style.buttons}>
      <Button look="secondary" className={style.button} busy={busy} onClick={() => void download(path, { query: { lang: getLocale() } })}>
        {m.paper_download()}
      </Button>
      <Button look="quiet" className={style.button} busy={busy} onClick={() => void download(path, { query: { lang: 'both' } })}>
        {m.paper_download_both()}
      </Button>
    </p>
  )
}
