/**
 * Checks a published draw of Fieldhouse against its manifest, without asking anybody:
 *
 *   node verify-ballot.mjs manifest.json draw.json [hash that was mailed at the freeze]
 *
 * 1. The manifest is the one that was frozen: the SHA-256 of the file.
 * 2. The random value is the one that the manifest named: the BLS signature of drand's network, or the commitment.
 * 3. The seed and the whole draw follow from the two: it is drawn again here, and every byte of the result is compared.
 *
 * The rules are written a second time here, on purpose: nothing of the server's program is used.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'

const program = 'fieldhouse-ballot-1'

/** drand's quicknet: a network of some twenty organisations that signs a new number every three seconds. */
export const quicknet = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
}

/** Lower case only: the same bytes are never written in two ways. */
function bytesOf(hex) {
  if (!/^([0-9a-f]{2})+$/.test(hex)) throw new TypeError('Not hexadecimal')
  return Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))
}
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const utf8 = (text) => new TextEncoder().encode(text)
const hash = (...parts) => hexOf(parts.reduce((sum, part) => sum.update(part), sha256.create()).digest())
/** A whole number as bytes, the most significant first. */
const bigEndian = (number, length) => bytesOf(number.toString(16).padStart(length * 2, '0'))

/** Canonical JSON: RFC 8785, whole numbers only. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

/** The randomness of a quicknet round, or undefined when the network did not sign this. */
export function quicknetRandomness(round, signature) {
  const { hash: toCurve, verify } = bls12_381.shortSignatures
  try {
    const signed = toCurve(sha256(bigEndian(round, 8)), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
    return verify(bytesOf(signature), signed, bytesOf(quicknet.publicKey)) ? hash(bytesOf(signature)) : undefined
  } catch {
    return undefined // The bytes are no point of the curve.
  }
}

/** The value in nothing but the fields that are checked here, or undefined when it is not the one that was named. */
function verifiedValue(randomness, value) {
  if (value.source !== randomness.source) return undefined
  if (value.source === 'commit-reveal')
    return hash(bytesOf(value.randomness)) === randomness.commitment ? { source: 'commit-reveal', randomness: value.randomness } : undefined
  const isNamed =
    randomness.chain === quicknet.chain && randomness.publicKey === quicknet.publicKey && randomness.rounds.includes(value.round)
  const { round, signature } = value
  const verified = isNamed ? quicknetRandomness(round, signature) : undefined
  return verified && verified === value.randomness ? { source: 'drand', round, randomness: verified, signature } : undefined
}

/** What comes of a manifest and a seed: order, turns, outcomes, substitutes. */
export function drawAgain(manifest, seed) {
  const { facilities, periods, entries } = manifest
  const courts = facilities.flatMap((facility) => facility.courts.map((court) => ({ ...court, facility })))
  const periodOf = new Map(periods.map((period) => [timeKey(period.court, period), period]))
  const order = orderOf(entries, seed)
  const inOrder = order.map(({ entry }) => entries.find(({ number }) => number === entry))
  const all = {
    cap: manifest.caps.periodsPerWeek,
    courts: courts.toSorted((a, b) => a.number - b.number),
    periodOf,
    entries,
    inOrder,
    picks: [],
  }
  return { order, ...draft(all), substitutes: substitutesOf(all) }
}

/** Who comes when: by the smallest of each entry's tickets. */
function orderOf(entries, seed) {
  const ticket = (entry, i) => hash(bytesOf(seed), bigEndian(entry, 4), bigEndian(i, 4))
  const smallest = ({ number, tickets }) => Array.from({ length: tickets }, (_, i) => ticket(number, i + 1)).toSorted()[0]
  const order = entries.map((entry) => ({ entry: entry.number, ticket: smallest(entry) }))
  return order.toSorted((a, b) => (a.ticket < b.ticket ? -1 : a.ticket > b.ticket ? 1 : a.entry - b.entry))
}

/** Once in this order, then the other way round, until a pass in which nobody takes anything. */
function draft(all) {
  const turns = []
  const outcomes = new Map(all.entries.map(({ number, wishes }) => [number, wishes.map(() => undefined)]))
  for (let pass = 1, isOver = false; !isOver; pass++) {
    isOver = true
    for (const entry of pass === 1 ? all.inOrder : all.inOrder.toReversed()) {
      const results = outcomes.get(entry.number)
      if (!results.includes(undefined)) continue
      const turn = { turn: turns.length + 1, pass, entry: entry.number, taken: null, failed: [] }
      turns.push(turn)
      takeTurn(all, entry, turn, results)
      if (turn.taken) isOver = false
    }
  }
  return { turns, outcomes: all.entries.map(({ number }) => ({ entry: number, wishes: outcomes.get(number) })) }
}

/** The first wish that still fits; those before it that do not have failed for good. */
function takeTurn(all, entry, turn, results) {
  for (const [n, wish] of entry.wishes.entries()) {
    if (results[n]) continue
    const got = attempt(all, entry, wish)
    if (got.why) {
      turn.failed.push({ wish: n + 1, reason: got })
      results[n] = { turn: turn.turn, reason: got }
      continue
    }
    const { weekday, start, end } = wish
    all.picks.push({ turn: turn.turn, entry, wish: n + 1, weekday, start, end, days: new Set(got.dates), ...got })
    results[n] = { turn: turn.turn, court: got.court.code, dates: got.dates }
    turn.taken = { wish: n + 1, court: got.court.code, dates: got.dates }
    return
  }
}

const isSameTime = (a, b) => a.weekday === b.weekday && a.start === b.start && a.end === b.end
const timeKey = (court, { weekday, start, end }) => [court, weekday, start, end].join()
const accepts = (wish, dates, of) => dates.length > 0 && dates.length * 100 >= wish.leastPercent * of
const mayBe = (wish, court) => wish.facility === court.facility.code && (wish.court === null || wish.court === court.code)

/** What a wish would get now: a court with dates, or the reason why nothing. */
function attempt({ cap, courts, periodOf, picks }, entry, wish) {
  const own = picks.filter((pick) => pick.entry === entry)
  if (own.length + entry.held >= cap) return { why: 'over_cap', allowed: Math.max(0, cap - entry.held) }
  const sameHours = picks.filter((pick) => pick.weekday === wish.weekday && pick.start < wish.end && wish.start < pick.end)
  const options = courts.flatMap((court) => {
    const period = mayBe(wish, court) ? periodOf.get(timeKey(court.code, wish)) : undefined
    if (!period || !accepts(wish, period.dates, period.of)) return []
    const sharing = sameHours.filter((pick) => pick.court.spaces.some((space) => court.spaces.includes(space)))
    const inTheWay = sharing.filter((pick) => period.dates.some((day) => pick.days.has(day)))
    return [{ court, of: period.of, inTheWay, dates: period.dates.filter((day) => !inTheWay.some((pick) => pick.days.has(day))) }]
  })
  if (options.length === 0) return { why: 'not_free' }
  const free = options.filter(({ dates, of }) => accepts(wish, dates, of))
  if (free.length === 0) {
    const turns = new Set(options.flatMap(({ inTheWay }) => inTheWay.map(({ turn }) => turn)))
    return { why: 'taken', by: [...turns].toSorted((a, b) => a - b) }
  }
  // Where set-asides leave too little for all dates, the first ones, if the wish accepts so few.
  const allowed = free.flatMap(({ court, of, dates }) => {
    for (let count = dates.length; count > 0 && accepts(wish, dates.slice(0, count), of); count--) {
      const charge = chargeFor(court, entry, wish, dates.slice(0, count), picks)
      if (charge) return [{ court, dates: dates.slice(0, count), charge }]
    }
    return []
  })
  if (allowed.length === 0) return { why: 'set_aside' }
  // Of several courts: most dates, then where it has a period already, then the lowest number.
  const isHome = ({ court }) => (own.some((pick) => pick.court === court) ? 1 : 0)
  return allowed.toSorted((a, b) => b.dates.length - a.dates.length || isHome(b) - isHome(a))[0]
}

/** Minutes of floor from the share of the entry's group, and the rest from what is nobody's share; undefined when that is too little. */
function chargeFor({ facility, spaces }, entry, { start, end }, dates, picks) {
  const { floor, setAsides } = facility
  if (setAsides.length === 0) return { share: 0, open: 0 }
  const sum = (list, of) => list.reduce((total, one) => total + of(one), 0)
  const shareOf = ({ percent }) => Math.floor((floor * percent) / 100)
  const here = picks.filter((pick) => pick.court.facility === facility)
  const ofGroup = here.filter((pick) => pick.entry.group === entry.group)
  const shareLeft =
    sum(
      setAsides.filter(({ group }) => group === entry.group),
      shareOf,
    ) - sum(ofGroup, ({ charge }) => charge.share)
  const openLeft = floor - sum(setAsides, shareOf) - sum(here, ({ charge }) => charge.open)
  const minutes = (end - start) * dates.length * spaces.length
  const share = Math.min(shareLeft, minutes)
  return minutes - share <= openLeft ? { share, open: minutes - share } : undefined
}

/** Who may have each taken period next, in draw order: wanted just this, did not get that wish, and is below the cap. */
function substitutesOf({ cap, periodOf, inOrder, picks }) {
  const ownPicks = new Map(inOrder.map((entry) => [entry, picks.filter((pick) => pick.entry === entry)]))
  return picks.map((pick) => {
    const { court, weekday, start, end, dates } = pick
    const others = picks.filter((one) => one !== pick)
    const { of } = periodOf.get(timeKey(court.code, pick))
    const groups = new Set(inOrder.map(({ group }) => group))
    const allowed = new Map([...groups].map((group) => [group, chargeFor(court, { group }, pick, dates, others)]))
    const substitutes = inOrder.flatMap((entry) => {
      const own = ownPicks.get(entry)
      if (entry === pick.entry || entry.held + own.length >= cap) return []
      const isNext = (wish, n) =>
        isSameTime(wish, pick) &&
        mayBe(wish, court) &&
        !own.some((one) => one.wish === n + 1) &&
        accepts(wish, dates, of) &&
        allowed.get(entry.group)
      const n = entry.wishes.findIndex(isNext)
      return n < 0 ? [] : [{ entry: entry.number, wish: n + 1 }]
    })
    return { court: court.code, weekday, start, end, dates, entry: pick.entry.number, wish: pick.wish, substitutes }
  })
}

/** Each check by its name, and whether it holds; later ones are left out where an earlier one fails. */
export function verifyBallot(manifestText, drawText, mailedHash) {
  const checks = []
  const check = (name, isGood) => checks.push({ name, isGood }) && isGood
  const conclude = () => ({ isGood: checks.every(({ isGood }) => isGood), manifestHash, checks })
  const manifestHash = hash(utf8(manifestText))
  try {
    const manifest = JSON.parse(manifestText)
    const draw = JSON.parse(drawText)
    const isFrozenOne = canonical(manifest) === manifestText && manifest.program === program && draw.manifestHash === manifestHash
    if (!check('manifest', isFrozenOne && (mailedHash === undefined || mailedHash === manifestHash))) return conclude()
    const value = verifiedValue(manifest.randomness, draw.value)
    if (!check('value', value !== undefined)) return conclude()
    const seed = hash(utf8(program), bytesOf(manifestHash), bytesOf(value.randomness))
    if (!check('seed', draw.seed === seed)) return conclude()
    const expected = { format: 'fieldhouse-draw', program, manifestHash, value, seed, ...drawAgain(manifest, seed) }
    check('draw', canonical(expected) === drawText)
  } catch {
    check('readable', false)
  }
  return conclude()
}

async function runFromCommandLine([manifestPath, drawPath, mailedHash]) {
  const { readFile } = await import('node:fs/promises')
  if (!drawPath) {
    console.error('Usage: node verify-ballot.mjs manifest.json draw.json [hash that was mailed at the freeze]')
    process.exitCode = 2
    return
  }
  const { isGood, manifestHash, checks } = verifyBallot(await readFile(manifestPath, 'utf8'), await readFile(drawPath, 'utf8'), mailedHash)
  console.log(`SHA-256 of the manifest: ${manifestHash}`)
  for (const one of checks) console.log(`${one.isGood ? 'holds' : 'FAILS'}: ${one.name}`)
  console.log(isGood ? 'The draw is what the manifest and the random value give.' : 'THE DRAW IS NOT VERIFIED.')
  process.exitCode = isGood ? 0 : 1
}

// As a program of Node only, not where a page or a test imports it. Later, because the packages stand below this in one file.
const nameOf = (path) => path?.split(/[/\\]/).at(-1)
if (typeof process === 'object' && import.meta.filename && nameOf(process.argv[1]) === nameOf(import.meta.filename))
  setTimeout(runFromCommandLine, 0, process.argv.slice(2))
