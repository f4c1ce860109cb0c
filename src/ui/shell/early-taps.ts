import { useEffect } from 'react'

/**
 * Taps on elements that need JavaScript, made before hydration: an inline script records them, and they are replayed when the
 * element is hydrated. Links and forms are not recorded: they work without JavaScript.
 */
type EarlyTap = { element: HTMLElement; text: string | null }
type Recorder = { taps: EarlyTap[]; stop(): void }

declare global {
  interface Window {
    earlyTaps?: Recorder
  }
}

const keptAtMost = 5
const tryEvery = 500
/** How long taps are replayed, in milliseconds: everything is hydrated by then. */
const tryFor = 10_000

/**
 * Inline script in the document's head, so that it listens before there is anything to tap. It listens on the window in the
 * capture phase, because React stops clicks on parts that are not hydrated yet. One tap is recorded for each element, however
 * often it is pressed. A tap that React handles is removed before the timer fires; the others are marked as busy. Only the
 * server needs the text.
 */
export const earlyTapsScript = !import.meta.env.SSR
  ? ''
  : `(()=>{const taps=[];const keep=e=>{const t=e.isTrusted&&e.target.closest&&e.target.closest('button,[data-row][data-col]');if(!t||t.disabled||t.ariaDisabled==='true'||t.type==='submit'&&t.form||taps.some(x=>x.element===t))return;const tap={element:t,text:t.textContent};taps.push(tap);if(taps.length>${keptAtMost})taps.shift();setTimeout(()=>{if(taps.includes(tap)&&!t.hasAttribute('aria-busy')){t.setAttribute('aria-busy','true');t.dataset.early=''}})};addEventListener('click',keep,true);window.earlyTaps={taps,stop(){removeEventListener('click',keep,true)}}})()`

/** Capture-phase click handler of the app: a click that React handles is not replayed. */
export function forgetEarlyTap({ target }: { target: EventTarget }): void {
  const taps = window.earlyTaps?.taps
  const at = taps?.findIndex(({ element }) => target instanceof Node && element.contains(target)) ?? -1
  if (at >= 0) unmark(taps!.splice(at, 1)[0]!)
}

function unmark({ element }: EarlyTap): void {
  if (element.dataset['early'] === undefined) return
  delete element.dataset['early']
  element.removeAttribute('aria-busy')
}

/** Called once, in the shell, after the stores are restored: a replayed tap must find the cart as it was. */
export function useReplayEarlyTaps(): void {
  useEffect(() => {
    const recorder = window.earlyTaps
    if (!recorder) return
    const until = Date.now() + tryFor
    let timer: ReturnType<typeof setTimeout>
    const replay = () => {
      for (const tap of recorder.taps.slice()) {
        // An element that was removed or has another text is not what was tapped.
        if (!tap.element.isConnected || tap.element.textContent !== tap.text) drop(recorder, tap)
        else tap.element.click()
      }
      if (Date.now() < until) timer = setTimeout(replay, tryEvery)
      else end(recorder)
    }
    replay()
    return () => clearTimeout(timer)
  }, [])
}

function drop({ taps }: Recorder, tap: EarlyTap): void {
  unmark(tap)
  const at = taps.indexOf(tap)
  if (at >= 0) taps.splice(at, 1)
}

function end(recorder: Recorder): void {
  recorder.stop()
  for (const tap of recorder.taps.splice(0)) unmark(tap)
  delete window.earlyTaps
}
