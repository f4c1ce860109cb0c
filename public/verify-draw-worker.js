/** Web worker that verifies a draw for src/ui/draws/verify-draw.tsx. */
import { verifyBallot } from './verify-ballot.mjs'

self.addEventListener('message', ({ data: { manifest, draw } }) => self.postMessage(verifyBallot(manifest, draw)))
