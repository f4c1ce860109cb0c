import { runNode } from './children.mjs'

const steps = {
  types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  walls: ['scripts/check-walls.ts'],
  sizes: ['scripts/sizes.ts'],
  'unused code': ['node_modules/knip/bin/knip.js'],
}

/** Everything that can be said about the sources without running them. */
export async function check(root) {
  const counts = { passed: 0, failed: 0, names: [] }
  for (const [name, args] of Object.entries(steps)) {
    console.log(`\nCheck: ${name}`)
    const ok = (await runNode(root, args)) === 0
    counts[ok ? 'passed' : 'failed']++
    if (!ok) counts.names.push(`check: ${name}`)
    console.log(ok ? '✓ good' : `✗ ${name} failed`)
  }
  return counts
}
