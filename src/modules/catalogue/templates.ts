import type { Day } from '#lib/zone.ts'
import { usualLevels } from '#modules/venues/price-rules.ts'
import { formatName, formatVersion, dayNames, type CourtFile, type FacilityFile, type LevelPrices } from './file-wire.ts'
import type { CatalogueFile } from './file.ts'

/** Centres to begin with: realistic hours and prices of public centres in Taiwan, to be changed afterwards. */
type Words = { tw: string; en: string }
const words = (tw: string, en: string): Words => ({ tw, en })

/** By identity; those that are not named pay what the general public pays. */
const pricesFrom = (...prices: LevelPrices): Record<string, LevelPrices> => {
  const share = (part: number) => prices.map((price) => Math.round((price * part) / 10) * 10)
  return {
    PUB: prices,
    RES: share(0.9),
    STU: share(0.5),
    SEN: share(0.5),
    DIS: share(0),
    LOW: share(0.5),
    CLUB: share(0.9),
    ORG: share(1.5),
  }
}

const usualPeak = [
  { days: dayNames.slice(0, 5), from: '18:00', to: '22:00' },
  { days: dayNames.slice(5), from: '12:00', to: '22:00' },
]

const courts = (prefix: string, tw: string, en: string, count: number): CourtFile[] =>
  Array.from({ length: count }, (_, n) => ({ code: `${prefix}${n + 1}`, name: words(`${tw} ${n + 1}`, `${en} ${n + 1}`) }))

type Hall = Pick<FacilityFile, 'code' | 'sport' | 'name' | 'drawing' | 'colour' | 'courts'> & {
  about: Words
  place: Words
  rules: [tw: string, en: string][]
  outdoor?: boolean
  opens?: string
  closes?: string
  price: [offPeak: number, peak: number]
  courtPrices?: Record<string, [offPeak: number, peak: number]>
  light?: { fee: number; from: string }
  sessions?: string[]
  deposit?: number
}

function facility(hall: Hall, from: Day): FacilityFile {
  const { rules, outdoor = false, opens = '06:00', closes = '22:00', price, courtPrices, light, sessions = [], deposit = 0, ...rest } = hall
  const own = courtPrices && Object.fromEntries(Object.entries(courtPrices).map(([court, pair]) => [court, pricesFrom(...pair)]))
  return {
    ...rest,
    outdoor,
    rules: { tw: rules.map(([tw]) => tw), en: rules.map(([, en]) => en) },
    timetables: [{ from, slotMinutes: sessions.length > 0 ? 240 : 60, hours: [{ days: [...dayNames], opens, closes }], sessions }],
    priceLists: [
      {
        from,
        levels: usualLevels(usualPeak),
        lightFee: light?.fee ?? 0,
        lightFrom: light?.from ?? null,
        deposit,
        prices: pricesFrom(...price),
        ...(own ? { courts: own } : {}),
      },
    ],
  }
}

const shoes: [string, string] = ['請穿著室內運動鞋，禁止黑底鞋。', 'Wear non-marking indoor shoes.']
const onTime: [string, string] = ['時段結束請準時離場。', 'Please leave on time.']

const badmintonHall = (from: Day): FacilityFile[] => [
  facility(
    {
      code: 'BAD',
      sport: 'badminton',
      name: words('羽球館', 'Badminton Hall'),
      about: words('標準羽球場，木地板加防滑膠墊。', 'Full-size badminton courts on sprung wood with non-slip mats.'),
      place: words('1 樓', 'Ground floor'),
      rules: [shoes, ['每面場地最多 8 人同時使用。', 'At most 8 people on a court at a time.'], onTime],
      drawing: 'badminton',
      colour: '#5b862b',
      courts: courts('B', '羽球場', 'Badminton Court', 6),
      price: [300, 500],
    },
    from,
  ),
]

/** A full court on two halves, and the same floor as three volleyball courts: two ways to divide one hall. */
const schoolGym = (from: Day): FacilityFile[] => [
  facility(
    {
      code: 'GYM',
      sport: 'basketball',
      name: words('體育館', 'Gymnasium'),
      about: words('一面籃球全場，可分成兩個半場。', 'One full basketball court that splits into two halves.'),
      place: words('體育館 1 樓', 'Gymnasium, ground floor'),
      rules: [shoes, ['租半場者請使用指定籃框。', 'On a half court, use the hoop of your half.'], onTime],
      drawing: 'basketball',
      colour: '#a85a24',
      courts: [
        { code: 'GA', name: words('籃球全場', 'Full Court'), on: ['GA1', 'GA2'] },
        { code: 'GA1', name: words('籃球半場 1', 'Half Court 1') },
        { code: 'GA2', name: words('籃球半場 2', 'Half Court 2') },
      ],
      opens: '17:00',
      price: [600, 800],
      courtPrices: { GA: [1200, 1600] },
    },
    from,
  ),
  facility(
    {
      code: 'MH',
      sport: 'volleyball+badminton',
      name: words('活動中心', 'Activity Hall'),
      about: words('一個大廳，可全場租用，也可分成三個區。', 'One hall, lent as a whole or in thirds.'),
      place: words('活動中心 2 樓', 'Activity Centre, 2nd floor'),
      rules: [shoes, ['活動隔簾請由管理員操作。', 'Only staff move the dividing curtains.'], onTime],
      drawing: 'volleyball',
      colour: '#0f6b6b',
      courts: [
        { code: 'MH-ALL', name: words('全廳', 'Whole Hall'), on: ['MH1', 'MH2', 'MH3'] },
        { code: 'MH-12', name: words('三分之二廳', 'Two Thirds'), on: ['MH1', 'MH2'] },
        ...['MH1', 'MH2', 'MH3'].map((code, n) => ({ code, name: words(`第 ${n + 1} 區`, `Third ${n + 1}`) })),
      ],
      opens: '17:00',
      price: [400, 500],
      courtPrices: { 'MH-ALL': [1200, 1500], 'MH-12': [800, 1000] },
    },
    from,
  ),
]

const pool = (from: Day): FacilityFile[] => [
  facility(
    {
      code: 'POOL',
      sport: 'swimming',
      name: words('游泳池', 'Swimming Pool'),
      about: words('25 公尺室內溫水池，水道可分別租用。', 'A heated 25-metre indoor pool whose lanes are lent one by one.'),
      place: words('地下 1 樓', 'Basement'),
      rules: [
        ['入池前請先淋浴，並戴泳帽。', 'Shower first, and wear a swimming cap.'],
        ['十二歲以下兒童須由成人陪同。', 'Children under 12 swim with an adult.'],
        onTime,
      ],
      drawing: 'pool',
      colour: '#1d6fa5',
      courts: courts('W', '水道', 'Lane', 6),
      closes: '21:00',
      price: [600, 900],
    },
    from,
  ),
  facility(
    {
      code: 'POOLRM',
      sport: 'meeting',
      name: words('教室', 'Classroom'),
      about: words('池畔教室，適合救生員與教練課程。', 'A classroom by the pool, for courses of lifeguards and coaches.'),
      place: words('1 樓', 'Ground floor'),
      rules: [['室內禁止飲食。', 'No food in the room.'], onTime],
      drawing: 'meeting',
      colour: '#6b5b95',
      courts: courts('PR', '教室', 'Classroom', 1),
      opens: '08:00',
      price: [1200, 1600],
      sessions: ['08:00-12:00', '13:00-17:00', '18:00-22:00'],
      deposit: 2000,
    },
    from,
  ),
]

const tennisPark = (from: Day): FacilityFile[] => [
  facility(
    {
      code: 'TEN',
      sport: 'tennis',
      name: words('網球場', 'Tennis Courts'),
      about: words('戶外硬地網球場，夜間有照明。', 'Outdoor hard courts with lights in the evening.'),
      place: words('園區東側', 'East side of the park'),
      rules: [['請穿著網球鞋。', 'Wear tennis shoes.'], ['雨後請待場地乾燥再使用。', 'After rain, wait until the court is dry.'], onTime],
      outdoor: true,
      drawing: 'tennis',
      colour: '#2f7d4f',
      courts: courts('N', '網球場', 'Tennis Court', 6),
      price: [200, 400],
      light: { fee: 100, from: '18:00' },
    },
    from,
  ),
  facility(
    {
      code: 'PKL',
      sport: 'pickleball',
      name: words('匹克球場', 'Pickleball Courts'),
      about: words('四面匹克球場，可租借球拍。', 'Four pickleball courts; paddles can be rented.'),
      place: words('園區西側', 'West side of the park'),
      rules: [['每面場地最多 6 人。', 'At most 6 people on a court.'], onTime],
      outdoor: true,
      drawing: 'pickleball',
      colour: '#b5651d',
      courts: courts('P', '匹克球場', 'Pickleball Court', 4),
      price: [150, 250],
      light: { fee: 60, from: '18:00' },
    },
    from,
  ),
]

export const templates = {
  'badminton-hall': {
    name: words('羽球館', 'Badminton hall'),
    about: words('六面羽球場，以小時租用。', 'Six badminton courts, by the hour.'),
    make: badmintonHall,
  },
  'school-gym': {
    name: words('學校體育館', 'School gym'),
    about: words('全場可分兩個半場，大廳可分三區；放學後開放。', 'A full court on two halves and a hall in thirds, open after school.'),
    make: schoolGym,
  },
  pool: {
    name: words('游泳池', 'Pool'),
    about: words('六條水道以小時租用，教室以半天租用。', 'Six lanes by the hour, and a classroom by the half day.'),
    make: pool,
  },
  'tennis-park': {
    name: words('網球公園', 'Tennis park'),
    about: words('戶外網球與匹克球，夜間加收照明費。', 'Outdoor tennis and pickleball, with a light fee in the evening.'),
    make: tennisPark,
  },
} as const

export type TemplateId = keyof typeof templates
export const templateIds = Object.keys(templates) as TemplateId[]

/** A catalogue file whose hours and prices hold from the given day on. */
export const templateFile = (id: TemplateId, from: Day): CatalogueFile => ({
  format: formatName,
  version: formatVersion,
  facilities: templates[id].make(from),
})
