import { useEffect, useRef, useState } from 'react'

/** The server's answer to an upload. */
export type Uploaded = { id: string; name: string; size: number }

/** How a file is uploaded; the field itself knows no API path. */
export type Uploading<T extends Uploaded> = {
  /** Reason to refuse the file before it is sent. */
  check(file: File): string | undefined
  send(file: File, options: { onProgress(share: number): void; signal: AbortSignal }): Promise<T>
  /** Message about a failed upload. */
  explain(error: unknown): string
}

export type Phase =
  | { name: 'idle' }
  | { name: 'sending'; file: File; share: number }
  | { name: 'failed'; file: File; message: string; again: boolean }

const idle: Phase = { name: 'idle' }

/** Uploads one file at a time: a new file aborts the one before, leaving the page too. */
export function useUpload<T extends Uploaded>({ check, send, explain }: Uploading<T>, onDone: (uploaded: T) => void) {
  const [phase, setPhase] = useState<Phase>(idle)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function start(file: File): Promise<void> {
    current.current?.abort()
    const problem = check(file)
    if (problem) return setPhase({ name: 'failed', file, message: problem, again: false })
    const own = new AbortController()
    current.current = own
    const show = (next: Phase) => own.signal.aborted || setPhase(next)
    show({ name: 'sending', file, share: 0 })
    try {
      const uploaded = await send(file, { onProgress: (share) => show({ name: 'sending', file, share }), signal: own.signal })
      if (own.signal.aborted) return
      setPhase(idle)
      onDone(uploaded)
    } catch (error) {
      if (!own.signal.aborted) show({ name: 'failed', file, message: explain(error), again: true })
    }
  }

  function stop(): void {
    current.current?.abort()
    setPhase(idle)
  }

  return { phase, start, stop }
}
