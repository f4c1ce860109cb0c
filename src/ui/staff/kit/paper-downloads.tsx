import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { DownloadButton } from './download-button.tsx'

/** Saves a paper as PDF: in the language of the console, or in both. */
export function PaperDownloads({ path }: { path: string }) {
  return (
    <>
      <DownloadButton path={path} query={{ lang: getLocale() }}>
        {m.paper_download()}
      </DownloadButton>
      <DownloadButton look="quiet" path={path} query={{ lang: 'both' }}>
        {m.paper_download_both()}
      </DownloadButton>
    </>
  )
}
