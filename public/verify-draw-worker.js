/** Verifies a draw beside the page: with thousands of entries it takes seconds, in which the page stays usable. */
import { verifyBallot } from './verify-ballot.mjs'

self.addEventListener('message', ({ data: { manifest, draw } }) => self.postMessage(verifyBallot(manifest, draw)))
