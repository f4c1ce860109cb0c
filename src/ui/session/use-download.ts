import type { CallOptions } from '#client/api-client.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useState } from 'react'
import { useApi } from './use-api.ts'

/** Saves the answer of a call as a file, under the name that it has. The token goes in a header, so a plain link would not do. */
export function useDownload(failed: () => string) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  async function download(path: string, options?: CallOptions): Promise<void> {
    setBusy(true)
    try {
      const file = await api.blob(path, options)
      const address = URL.createObjectURL(file)
      Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch {
      toast('error', failed())
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}
