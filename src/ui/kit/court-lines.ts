/** The lines of courts seen from above, in centimetres, to scale. Long side across. */
export type Sport = 'badminton' | 'table-tennis' | 'tennis' | 'basketball' | 'volleyball' | 'pickleball' | 'squash' | 'pool'

export type CourtLines = { length: number; width: number; lines: string; net?: string; fill?: string }

const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`
const down = (x: number, y1: number, y2: number) => `M${x} ${y1}V${y2}`
const across = (y: number, x1: number, x2: number) => `M${x1} ${y}H${x2}`
const ring = (cx: number, cy: number, r: number) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const lanes = Array.from({ length: 6 }, (_, lane) => 125 + lane * 200)

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
  basketball: {
    length: 2800,
    width: 1500,
    lines: [
      box(0, 0, 2800, 1500),
      down(1400, 0, 1500),
      ring(1400, 750, 180),
      box(0, 505, 580, 490),
      box(2220, 505, 580, 490),
      'M580 570a180 180 0 0 1 0 360M2220 570a180 180 0 0 0 0 360',
      'M0 90H299A675 675 0 0 1 299 1410H0M2800 90H2501A675 675 0 0 0 2501 1410H2800',
      ring(157, 750, 23),
      ring(2643, 750, 23),
    ].join(''),
  },
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
}
