import { makeDraw } from '#modules/ballots/draw-ballot.ts'
import { publishedText } from '#modules/ballots/hashes.ts'
import { verifyBallot } from '#modules/ballots/verify-ballot.mjs'
import { largeManifest, revealed } from '#testing/ballots.ts'

/** (m) The draw of 2,000 entries with eight wishes each, and its verification, in seconds. */
export function ballot(): string[] {
  return [12, 40].map((courts) => {
    const manifest = largeManifest(2000, courts)
    const [draw, drawn] = timed(() => makeDraw(manifest, revealed))
    const texts = [publishedText(manifest), publishedText(draw)] as const
    const [{ isGood }, verified] = timed(() => verifyBallot(...texts))
    if (!isGood) throw new Error('the verifier does not agree')
    return `(m) ballot: 2,000 entries, ${courts} courts, ${draw.substitutes.length} periods: drawn in ${drawn} s, verified in ${verified} s`
  })
}

function timed<T>(run: () => T): [T, string] {
  const start = performance.now()
  const made = run()
  return [made, ((performance.now() - start) / 1000).toFixed(1)]
}
