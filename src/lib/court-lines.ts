/** Lines of sports courts seen from above, in centimetres, long side horizontal. */
export type Sport =
  | 'badminton'
  | 'table-tennis'
  | 'tennis'
  | 'basketball'
  | 'volleyball'
  | 'ball-games'
  | 'pickleball'
  | 'squash'
  | 'pool'
  | 'studio'
  | 'tatami'
  | 'field'
  | 'meeting'

export type CourtLines = { length: number; width: number; lines: string; net?: string; fill?: string }

const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`
const down = (x: number, y1: number, y2: number) => `M${x} ${y1}V${y2}`
const across = (y: number, x1: number, x2: number) => `M${x1} ${y}H${x2}`
const ring = (cx: number, cy: number, r: number) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const cross = (x: number, y: number, r: number) => `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}`
/** The outline of a running track: two straights and two bends, `inset` from its outermost line. */
const stadium = (inset: number) => {
  const [r, x1, x2] = [4626 - inset, 4626, 13_065]
  return `M${x1} ${inset}H${x2}a${r} ${r} 0 0 1 0 ${2 * r}H${x1}a${r} ${r} 0 0 1 0 ${-2 * r}z`
}
/** Positions every `step` between 0 and `end`, without the two ends. */
const every = (step: number, end: number) => Array.from({ length: Math.ceil(end / step) - 1 }, (_, n) => (n + 1) * step)
const lanes = Array.from({ length: 6 }, (_, lane) => 125 + lane * 200)

const basketball = [
  box(0, 0, 2800, 1500),
  down(1400, 0, 1500),
  ring(1400, 750, 180),
  box(0, 505, 580, 490),
  box(2220, 505, 580, 490),
  'M580 570a180 180 0 0 1 0 360M2220 570a180 180 0 0 0 0 360',
  'M0 90H299A675 675 0 0 1 299 1410H0M2800 90H2501A675 675 0 0 0 2501 1410H2800',
  ring(157, 750, 23),
  ring(2643, 750, 23),
].join('')

export const courtLines: Record<Sport, CourtLines> = {
  badminton: {
    length: 1340,
    width: 610,
    lines: [
      box(0, 0, 1340, 610),
      across(46, 0, 1340),
      across(564, 0, 1340),
      down(76, 0, 610),
      down(1264, 0, 610),
      down(472, 0, 610),
      down(868, 0, 610),
      across(305, 0, 472),
      across(305, 868, 1340),
    ].join(''),
    net: down(670, -20, 630),
  },
  'table-tennis': { length: 274, width: 152, lines: [box(0, 0, 274, 152), across(76, 0, 274)].join(''), net: down(137, -15, 167) },
  tennis: {
    length: 2377,
    width: 1097,
    lines: [
      box(0, 0, 2377, 1097),
      across(137, 0, 2377),
      across(960, 0, 2377),
      down(548, 137, 960),
      down(1829, 137, 960),
      across(548, 548, 1829),
      across(548, 0, 40),
      across(548, 2337, 2377),
    ].join(''),
    net: down(1188, -60, 1157),
  },
  basketball: { length: 2800, width: 1500, lines: basketball },
  volleyball: {
    length: 1800,
    width: 900,
    lines: [box(0, 0, 1800, 900), down(600, 0, 900), down(1200, 0, 900)].join(''),
    net: down(900, -50, 950),
  },
  pickleball: {
    length: 1341,
    width: 610,
    lines: [box(0, 0, 1341, 610), down(457, 0, 610), down(884, 0, 610), across(305, 0, 457), across(305, 884, 1341)].join(''),
    net: down(670, -20, 630),
  },
  squash: {
    length: 975,
    width: 640,
    lines: [box(0, 0, 975, 640), down(544, 0, 640), across(320, 544, 975), box(544, 0, 160, 160), box(544, 480, 160, 160)].join(''),
  },
  pool: {
    length: 2500,
    width: 1250,
    lines: [box(0, 0, 2500, 1250), ...lanes.slice(0, -1).map((y) => across(y + 100, 0, 2500))].join(''),
    fill: lanes.map((y) => `${across(y, 200, 2300)}${down(200, y - 40, y + 40)}${down(2300, y - 40, y + 40)}`).join(''),
  },
  // Outdoors one floor serves both games: the volleyball court lies inside the basketball court.
  'ball-games': {
    length: 2800,
    width: 1500,
    lines: basketball,
    fill: [box(500, 300, 1800, 900), down(1100, 300, 1200), down(1700, 300, 1200)].join(''),
    net: down(1400, 240, 1260),
  },
  // A mirror along one wall, a barre along the other, and places to stand.
  studio: {
    length: 1600,
    width: 1000,
    lines: [
      box(0, 0, 1600, 1000),
      box(140, 0, 1320, 34),
      across(934, 220, 1380),
      ...[220, 800, 1380].map((x) => down(x, 934, 1000)),
      ...[360, 653, 947, 1240].map((x) => cross(x, 400, 26)),
      ...[507, 800, 1093].map((x) => cross(x, 640, 26)),
    ].join(''),
    fill: every(125, 1000)
      .map((y) => across(y, 0, 1600))
      .join(''),
  },
  // Mats of one metre by two in a herringbone pattern, with the borders between them.
  tatami: {
    length: 1000,
    width: 600,
    lines: [box(0, 0, 1000, 600), box(200, 100, 600, 400), down(420, 260, 340), down(580, 260, 340)].join(''),
    fill: [
      ...every(200, 600).map((y) => across(y, 0, 1000)),
      ...every(200, 1000).map((x) => down(x, 0, 600)),
      ...Array.from({ length: 15 }, (_, n) => [(n % 5) * 200, Math.floor(n / 5) * 200] as const).map(([x, y]) =>
        (x + y) % 400 === 0 ? across(y + 100, x, x + 200) : down(x + 100, y, y + 200),
      ),
    ].join(''),
  },
  // A track of 400 metres around a football pitch.
  field: {
    length: 17_691,
    width: 9252,
    lines: [
      stadium(0),
      stadium(976),
      box(3596, 1226, 10_500, 6800),
      down(8846, 1226, 8026),
      ring(8846, 4626, 915),
      box(3596, 2610, 1650, 4032),
      box(12_446, 2610, 1650, 4032),
      box(3596, 3710, 550, 1832),
      box(13_546, 3710, 550, 1832),
    ].join(''),
    fill: [stadium(325), stadium(650), down(13_065, 8276, 9252)].join(''),
  },
  // A table with its chairs, a screen at one end, a door at the other.
  meeting: {
    length: 1200,
    width: 750,
    lines: [
      box(0, 0, 1200, 750),
      'M330 245h540a45 45 0 0 1 45 45v170a45 45 0 0 1-45 45h-540a-45 45 0 0 1-45-45v-170a45 45 0 0 1 45-45z',
      ...[390, 530, 670, 810].flatMap((x) => [ring(x, 175, 42), ring(x, 575, 42)]),
      ring(215, 375, 42),
      down(1130, 190, 560),
    ].join(''),
    fill: 'M0 590h150a150 150 0 0 1-150 150',
  },
}

/** The drawing with this name in the data; badminton for an unknown one. */
export const courtNamed = (name: string): Sport => (Object.hasOwn(courtLines, name) ? (name as Sport) : 'badminton')
