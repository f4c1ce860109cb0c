import { m } from '#i18n/generated/messages.js'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openReader } from './read-frames.ts'
import style from './checkin-screen.module.css'

/** The same code is not read again for so long: it stays before the camera for a moment. */
const sameCodeAfter = 4000
const lookEvery = 120

/** Reads tickets by the device's camera, one after the other, until it is switched off. */
export function CameraScanner({ onCode }: { onCode(code: string): void }) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (sessionStorage.getItem(openAgain) === null) return
    sessionStorage.removeItem(openAgain)
    const timer = setTimeout(() => setOn(true))
    return () => clearTimeout(timer)
  }, [])
  const [problem, setProblem] = useState('')
  return (
    <div className={style.camera}>
      <StaffButton icon="camera" aria-pressed={isOn} onClick={() => (isOn || mayUseCamera() ? setOn(!isOn) : reloadWithCamera())}>
        {isOn ? m.checkin_camera_stop() : m.checkin_camera()}
      </StaffButton>
      {isOn && (
        <Viewfinder
          onCode={onCode}
          onFailed={(why) => {
            setOn(false)
            setProblem(why)
          }}
          onReady={() => setProblem('')}
        />
      )}
      {problem && (
        <p className={style.cameraProblem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/**
 * The document's policy allows the camera only if the document was loaded as a page of the console; whoever came from the log-in
 * is still in that page's document. Known in Chromium, which is also the only one to enforce the policy.
 */
const mayUseCamera = (): boolean =>
  (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy?.allowsFeature('camera') ?? true

const openAgain = 'fieldhouse_checkin_camera'
function reloadWithCamera(): void {
  sessionStorage.setItem(openAgain, '1')
  location.reload()
}

type ViewfinderProps = { onCode(code: string): void; onFailed(why: string): void; onReady(): void }

function Viewfinder({ onCode, onFailed, onReady }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef({ code: '', at: 0 })
  const found = useEffectEvent((code: string) => {
    const isSame = code === last.current.code && Date.now() - last.current.at < sameCodeAfter
    last.current = { code, at: Date.now() }
    if (!isSame) onCode(code)
  })
  const failed = useEffectEvent((error: unknown) =>
    onFailed(error instanceof DOMException && error.name === 'NotAllowedError' ? m.checkin_camera_refused() : m.checkin_camera_missing()),
  )
  const ready = useEffectEvent(onReady)
  useEffect(() => {
    const stopping = new AbortController()
    watch(video.current!, found, stopping.signal).then(ready, failed)
    return () => stopping.abort()
  }, [])
  return <video ref={video} className={style.video} muted playsInline aria-label={m.checkin_camera_picture()} />
}

/** Opens the camera and looks at its picture several times a second, until the signal is aborted. */
async function watch(video: HTMLVideoElement, found: (code: string) => void, signal: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  const close = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return close()
  signal.addEventListener('abort', close)
  video.srcObject = stream
  await video.play()
  const read = await openReader()
  const look = async () => {
    const code = await read(video).catch(() => undefined)
    if (signal.aborted) return
    if (code) found(code)
    setTimeout(() => void look(), lookEvery)
  }
  void look()
}
