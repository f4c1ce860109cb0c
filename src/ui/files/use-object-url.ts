import { useApi } from '#ui/session/use-api.ts'
import { useEffect, useState } from 'react'

// Milliseconds before the object URL is revoked: a tab that was opened with it may still be loading.
const grace = 60_000

/** A private file, fetched with the bearer token: it has an object URL and no address. Undefined while it is on its way. */
export function useObjectUrl(fileId: string): { url: string } | 'failed' | undefined {
  const api = useApi()
  const [shown, setShown] = useState<{ url: string } | 'failed'>()
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | undefined
    api.blob(`/api/File/${fileId}`, { signal: leaving.signal }).then(
      (blob) => {
        url = URL.createObjectURL(blob)
        return setShown({ url })
      },
      () => leaving.signal.aborted || setShown('failed'),
    )
    return () => {
      leaving.abort()
      if (url) setTimeout(URL.revokeObjectURL, grace, url)
    }
  }, [api, fileId])
  return shown
}
