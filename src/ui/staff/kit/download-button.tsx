import type { CallOptions } from '#client/api-client.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState, type ComponentProps } from 'react'
import { saveFile } from './save-file.ts'
import { StaffButton } from './staff-button.tsx'

type Props = Pick<ComponentProps<typeof StaffButton>, 'look' | 'icon' | 'children'> & {
  path: string
  query?: CallOptions['query']
  /** As the answer names it, unless it is given. */
  fileName?: () => string
}

/** Saves the answer of a call as a file. The token goes in a header, so a plain link would not do. */
export function DownloadButton({ path, query, fileName, ...button }: Props) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const file = await api.blob(path, query ? { query } : {})
      saveFile(file, fileName?.() ?? file.name)
    } catch {
      // The client has shown why.
    } finally {
      setBusy(false)
    }
  }
  return <StaffButton icon="download" {...button} busy={isBusy} onClick={() => void download()} />
}
