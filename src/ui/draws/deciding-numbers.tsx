import { m } from '#i18n/generated/messages.js'
import type { DrawPageAnswer } from '#modules/ballots/draw-page-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import style from './draw-page.module.css'
import { sayMoment } from './draw-words.ts'

/** Hash, random value and seed, and where the value comes from. */
export function DecidingNumbers({ draw: { hash, source, value } }: { draw: DrawPageAnswer }) {
  return (
    <>
      <Source source={source} used={value?.round ?? null} />
      <dl className={style.numbers}>
        <Number label={m.draw_hash()} value={hash} hint={m.draw_hash_hint()} />
        {source.kind === 'commit-reveal' && <Number label={m.draw_commitment()} value={source.commitment} />}
        {value && <Number label={m.draw_randomness()} value={value.randomness} />}
        {value?.signature && <Number label={m.draw_signature()} value={value.signature} />}
        {value && <Number label={m.draw_seed()} value={value.seed} />}
      </dl>
    </>
  )
}

function Source({ source, used }: { source: DrawPageAnswer['source']; used: number | null }) {
  if (source.kind === 'commit-reveal')
    return (
      <Callout tone="due" title={m.draw_weaker()}>
        {m.draw_weaker_why()}
      </Callout>
    )
  const [first, ...next] = source.rounds
  const isFallback = used !== null && used !== first!.round
  return (
    <div className="stack gap-2">
      <p>{m.draw_source_drand({ round: first!.round, time: sayMoment(first!.at) })}</p>
      {used === null && next.length > 0 && <p>{m.draw_source_next({ rounds: next.map(({ round }) => round).join(', ') })}</p>}
      {isFallback && <Callout tone="due">{m.draw_source_fallback({ round: used })}</Callout>}
    </div>
  )
}

function Number({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  )
}
