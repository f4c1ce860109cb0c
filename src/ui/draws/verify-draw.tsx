import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useState } from 'react'
import type { Check, Verified } from '#modules/ballots/manifest-wire.ts'
import style from './draw-page.module.css'

const checkWords: Record<Check['name'], () => string> = {
  manifest: m.draw_check_manifest,
  value: m.draw_check_value,
  seed: m.draw_check_seed,
  draw: m.draw_check_draw,
  readable: m.draw_check_readable,
}
type State = 'ready' | 'running' | 'failed' | Verified

const manifestFile = (round: number): string => `/api/Ballot/Draw/${round}/Manifest.json`
const drawFile = (round: number): string => `/api/Ballot/Draw/${round}/Draw.json`
const verifier = '/verify-ballot.mjs'
/** The worker that runs the verifier: public/verify-draw-worker.js. */
const verifyWorker = '/verify-draw-worker.js'

type File = { href: string; name: string; label: string }
const manifestOf = (round: number): File => ({ href: manifestFile(round), name: 'manifest.json', label: m.draw_file_manifest() })
const program = (): File => ({ href: verifier, name: 'verify-ballot.mjs', label: m.draw_file_verifier() })

const Files = ({ of }: { of: File[] }) => (
  <ul className={style.files}>
    {of.map(({ href, name, label }) => (
      <li key={name}>
        <a href={href} download={name}>
          {label}
        </a>
      </li>
    ))}
  </ul>
)

/** Before the draw: the list whose SHA-256 was mailed, and the program that will verify the result. */
export function FrozenFiles({ round }: { round: number }) {
  return (
    <>
      <p>{m.draw_frozen_files()}</p>
      <Files of={[manifestOf(round), program()]} />
    </>
  )
}

/** Verifies a draw in the browser: downloads its manifest and its result, and runs the published verifier on them. */
export function VerifyDraw({ round }: { round: number }) {
  const [state, setState] = useState<State>('ready')
  async function verify() {
    setState('running')
    try {
      const [manifest, draw] = await Promise.all([readText(manifestFile(round)), readText(drawFile(round))])
      setState(await verifyInWorker(manifest, draw))
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <p>{m.draw_check_lead()}</p>
      <Button className={style.verify} busy={state === 'running'} onClick={() => void verify()}>
        {state === 'running' ? m.draw_check_running() : m.draw_check_button()}
      </Button>
      <div role="status">
        {state === 'failed' && <Callout tone="error">{m.draw_check_failed()}</Callout>}
        {typeof state === 'object' && <Result verified={state} />}
      </div>
      <p>{m.draw_files()}</p>
      <Files of={[manifestOf(round), { href: drawFile(round), name: 'draw.json', label: m.draw_file_draw() }, program()]} />
      <p>
        {m.draw_command()} <code className={style.command}>node verify-ballot.mjs manifest.json draw.json</code>
      </p>
    </>
  )
}

/** Runs the verifier in a worker: with thousands of entries it takes seconds, in which the page must stay responsive. */
async function verifyInWorker(manifest: string, draw: string): Promise<Verified> {
  const worker = new Worker(verifyWorker, { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Verified>) => resolve(data))
      worker.addEventListener('error', reject)
      worker.postMessage({ manifest, draw })
    })
  } finally {
    worker.terminate()
  }
}

function Result({ verified: { isGood, checks, manifestHash } }: { verified: Verified }) {
  return (
    <Callout tone={isGood ? 'success' : 'error'} title={isGood ? m.draw_check_good() : m.draw_check_bad()}>
      <ul className="stack gap-1">
        {checks.map((check) => (
          <li key={check.name}>
            <Icon name={check.isGood ? 'check' : 'alert'} size={18} />{' '}
            {m.draw_check_line({ check: checkWords[check.name](), found: check.isGood ? m.draw_check_holds() : m.draw_check_fails() })}
          </li>
        ))}
      </ul>
      <p>
        {m.draw_hash()} <code className={style.command}>{manifestHash}</code>
      </p>
    </Callout>
  )
}

async function readText(path: string): Promise<string> {
  const answer = await fetch(`${document.documentElement.dataset['apiBase'] ?? ''}${path}`)
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.text()
}
