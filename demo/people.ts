const surnames = [...'陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高']
const givenNames =
  '怡君 志豪 雅婷 俊傑 淑芬 家豪 佳穎 宗翰 欣怡 冠宇 美玲 柏翰 詩涵 建宏 雅雯 承恩 麗華 彥廷 思妤 文彬 婉婷 哲瑋 靜宜 育誠 佩珊 明哲 郁婷 信宏 惠如 政憲'.split(
    ' ',
  )

export type Person = { account: string; email: string; name: string; mobile: string; club?: string }

/** Invented names. */
export const people: Person[] = Array.from({ length: 420 }, (_, n) => {
  const number = String(n + 1).padStart(4, '0')
  const name = surnames[(n * 7) % surnames.length]! + givenNames[(n * 11 + Math.floor(n / 30)) % givenNames.length]!
  return { account: `guest${number}`, email: `guest${number}@example.com`, name, mobile: `09130${number.padStart(5, '0')}` }
})

type Training = { club: string; facility: string; courts: string[]; weekdays: number[]; start: string; end: string }

/** Clubs with weekly trainings, booked by staff. 1 is Monday. */
export const trainings: Training[] = [
  { club: '湖畔羽球隊', facility: 'BAD', courts: ['B1', 'B2', 'B3'], weekdays: [2, 4], start: '19:00', end: '21:00' },
  { club: '長青桌球會', facility: 'TT', courts: ['T1', 'T2', 'T3', 'T4'], weekdays: [1, 3, 5], start: '08:00', end: '10:00' },
  { club: '週末籃球聯盟', facility: 'ARN', courts: ['A'], weekdays: [6], start: '14:00', end: '18:00' },
  { club: '南區排球社', facility: 'OBV', courts: ['Y1', 'Y2'], weekdays: [5], start: '19:00', end: '21:00' },
  { club: '晨泳會', facility: 'POOL', courts: ['W1', 'W2'], weekdays: [1, 2, 3, 4, 5], start: '06:00', end: '08:00' },
  { club: '青禾柔道社', facility: 'MAR', courts: ['M1'], weekdays: [2, 4, 6], start: '18:00', end: '20:00' },
  { club: '禾風舞團', facility: 'DAN', courts: ['D1'], weekdays: [1, 3], start: '19:00', end: '21:00' },
  { club: '星期天足球隊', facility: 'TRK', courts: ['F2'], weekdays: [7], start: '08:00', end: '12:00' },
  { club: '社區讀書會', facility: 'MTG', courts: ['R1'], weekdays: [3], start: '18:00', end: '22:00' },
]

export const clubs: Person[] = trainings.map(({ club }, n) => ({
  account: `club${n + 1}`,
  email: `club${n + 1}@example.com`,
  name: people[n * 13]!.name,
  mobile: `091390000${n}`,
  club,
}))

/** Bookings of the demo's member, in days from today. */
export const ownBookings = [
  { facility: 'BAD', court: 'B2', days: -8, start: '19:00', end: '21:00' },
  { facility: 'TT', court: 'T5', days: -3, start: '20:00', end: '21:00' },
  { facility: 'BAD', court: 'B5', days: 2, start: '19:00', end: '20:00' },
  { facility: 'TEN', court: 'N2', days: 6, start: '07:00', end: '08:00' },
] as const

/** A free booking by staff, as the companion of a person with a disability. */
export const ownFreeVisit = { facility: 'TT', court: 'T6', days: 4, start: '10:00', end: '11:00' } as const
export const disabilityIdentity = 7

type SeasonRequest = {
  account: string
  title: string
  purpose: string
  headcount: number
  lines: { court: string; weekday: number; start: string; end: string }[]
}

/** Pre-orders of the open round. The first is the demo community's. */
export const seasonRequests: SeasonRequest[] = [
  {
    account: 'community',
    title: '週二固定練球',
    purpose: '社員每週雙打練習與新手教學',
    headcount: 14,
    lines: [{ court: 'B4', weekday: 2, start: '19:00', end: '21:00' }],
  },
  {
    account: 'club1',
    title: '團練與分組對抗',
    purpose: '備戰市民盃',
    headcount: 16,
    lines: [
      { court: 'B1', weekday: 2, start: '19:00', end: '21:00' },
      { court: 'B1', weekday: 4, start: '19:00', end: '21:00' },
    ],
  },
  {
    account: 'club2',
    title: '長青晨間桌球',
    purpose: '銀髮會員健康運動',
    headcount: 8,
    lines: [
      { court: 'T1', weekday: 1, start: '08:00', end: '10:00' },
      { court: 'T2', weekday: 3, start: '08:00', end: '10:00' },
    ],
  },
  {
    account: 'club3',
    title: '冬季聯賽',
    purpose: '八隊循環賽',
    headcount: 60,
    lines: [
      { court: 'A', weekday: 6, start: '14:00', end: '16:00' },
      { court: 'A', weekday: 6, start: '16:00', end: '18:00' },
    ],
  },
  {
    account: 'club4',
    title: '週五排球',
    purpose: '社區男女混排',
    headcount: 18,
    lines: [{ court: 'Y1', weekday: 5, start: '19:00', end: '21:00' }],
  },
  {
    account: 'club5',
    title: '陸上體能',
    purpose: '泳隊肌力與伸展',
    headcount: 20,
    lines: [{ court: 'D3', weekday: 6, start: '09:00', end: '11:00' }],
  },
  {
    account: 'club6',
    title: '柔道基礎班',
    purpose: '青少年護身倒法與對摔',
    headcount: 24,
    lines: [
      { court: 'M1', weekday: 2, start: '18:00', end: '20:00' },
      { court: 'M1', weekday: 4, start: '18:00', end: '20:00' },
    ],
  },
  {
    account: 'club7',
    title: '年度公演排練',
    purpose: '春季公演',
    headcount: 22,
    lines: [
      { court: 'D1', weekday: 1, start: '19:00', end: '21:00' },
      { court: 'D1', weekday: 3, start: '19:00', end: '21:00' },
    ],
  },
  {
    account: 'club8',
    title: '星期天友誼賽',
    purpose: '十一人制',
    headcount: 30,
    lines: [{ court: 'F2', weekday: 7, start: '08:00', end: '12:00' }],
  },
  {
    account: 'club9',
    title: '每週讀書夜',
    purpose: '共讀與講座',
    headcount: 25,
    lines: [{ court: 'R1', weekday: 3, start: '18:00', end: '22:00' }],
  },
]

/** A draft. */
export const seasonDraft: SeasonRequest = {
  account: 'community',
  title: '週四加開場',
  purpose: '讓上班族社員也能參加',
  headcount: 10,
  lines: [{ court: 'B2', weekday: 4, start: '19:00', end: '21:00' }],
}
