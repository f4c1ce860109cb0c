import type { CallOptions } from '#client/api-client.ts'
import { useDownload } from '#ui/session/use-download.ts'
import type { ComponentProps } from 'react'
import { StaffButton } from './staff-button.tsx'

type Props = Pick<ComponentProps<typeof StaffButton>, 'look' | 'icon' | 'children'> & {
  path: string
  query?: CallOptions['query']
  /** Name of the saved file; without it the one that the service gives. */
  fileName?: () => string
}

/** Saves the answer of a call as a file. */
export function DownloadButton({ path, query, fileName, ...button }: Props) {
  const { busy, download } = useDownload()
  return <StaffButton icon="download" {...button} busy={busy} onClick={() => void download(path, query ? { query } : {}, fileName?.())} />
}
