import type { CallOptions } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import { saveFile } from '#ui/kit/save-file.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useRef, useState } from 'react'
import { useApi } from './use-api.ts'

/**
 * Saves the answer of a call as a file, under the name that it has unless another is given; one at a time. The token goes in a header, so
 * a plain link would not do. A refusal is said in a toast, but for no answer and the session's end, which the API client tells.
 */
export function useDownload() {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  async function download(path: string, options?: CallOptions, name?: string): Promise<void> {
    if (saving.current) return
    saving.current = true
    setBusy(true)
    try {
      const file = await api.blob(path, options)
      saveFile(file, name ?? file.name)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.status !== 0 && error.status !== 401) toast('error', error.title)
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  return { busy, download }
}
