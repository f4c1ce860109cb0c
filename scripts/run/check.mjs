import { runNode } from './children.mjs'

const steps = {
  // One checker: the other core has the steps below, and two check again what they share.
  types: ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'],
  lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  walls: ['scripts/check-walls.ts'],
  sizes: ['scripts/sizes.ts'],
  'unused code': ['node_modules/knip/bin/knip.js'],
}

/** Everything that can be said about the sources without running them: at the same time, and told one after the other. */
export async function check(root) {
  const counts = { passed: 0, failed: 0, names: [] }
  const running = Object.entries(steps).map(([name, args]) => {
    const told = []
    return { name, told, ending: runNode(root, args, { write: (text) => told.push(text) }) }
  })
  for (const { name, told, ending } of running) {
    const ok = (await ending) === 0
    counts[ok ? 'passed' : 'failed']++
    if (!ok) counts.names.push(`check: ${name}`)
    console.log(`\nCheck: ${name}\n${told.join('')}${ok ? '✓ good' : `✗ ${name} failed`}`)
  }
  return counts
}
