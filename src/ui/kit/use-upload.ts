import { useEffect, useRef, useState } from 'react'

/** What the server made of a file. */
export type Uploaded = { id: string; name: string; size: number }

/** How a file gets to its place; the field knows nothing of addresses. */
export type Uploading<T extends Uploaded> = {
  /** What is wrong with it, before anything is sent. */
  check(file: File): string | undefined
  send(file: File, options: { onProgress(share: number): void; signal: AbortSignal }): Promise<T>
  /** What went wrong, in words for the person who chose the file. */
  explain(error: unknown): string
}

type Phase =
  | { name: 'idle' }
  | { name: 'sending'; file: File; share: number }
  | { name: 'failed'; file: File; message: string; again: boolean }

const idle: Phase = { name: 'idle' }

/** One file on its way: only the newest one counts, and leaving the page stops it. */
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
