import { useEffect } from 'react'

/**
 * Taps on what needs JavaScript, made before it has arrived: an inline script keeps them, and they are given to React when the
 * page is hydrated. Links and forms are not kept: they work without any script.
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
/** By then everything that will ever be hydrated is. */
const tryFor = 10_000

/**
 * In the head of the document, so it listens before there is anything to tap. On the window and in the capture phase: React stops
 * clicks on parts that it has not hydrated yet. One tap for each element, however often somebody presses while nothing happens.
 * What React hears is gone from the list when the timer fires; the rest is marked as busy. Only the server needs its text.
 */
export const earlyTapsScript = !import.meta.env.SSR
  ? ''
  : `(()=>{const taps=[];const keep=e=>{const t=e.isTrusted&&e.target.closest&&e.target.closest('button,[data-row][data-col]');if(!t||t.disabled||t.ariaDisabled==='true'||t.type==='submit'&&t.form||taps.some(x=>x.element===t))return;const tap={element:t,text:t.textContent};taps.push(tap);if(taps.length>${keptAtMost})taps.shift();setTimeout(()=>{if(taps.includes(tap)&&!t.hasAttribute('aria-busy')){t.setAttribute('aria-busy','true');t.dataset.early=''}})};addEventListener('click',keep,true);window.earlyTaps={taps,stop(){removeEventListener('click',keep,true)}}})()`

/** For the capture phase of every click that reaches React: whatever it hears needs no replay. */
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

/** Stands once in the shell, after what is kept has been restored: a replayed tap must find the cart as it was. */
export function useReplayEarlyTaps(): void {
  useEffect(() => {
    const recorder = window.earlyTaps
    if (!recorder) return
    const until = Date.now() + tryFor
    let timer: ReturnType<typeof setTimeout>
    const replay = () => {
      for (const tap of recorder.taps.slice()) {
        // Something else stands there now, or it says something else: that is not what was tapped.
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
