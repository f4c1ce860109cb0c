import type { ReportKind, ReportState, WaterKind } from '#modules/feedback/rules.ts'

/** What people have said about their visits, by how many stars they gave. */
export const comments: Record<number, string[]> = {
  5: [
    '場地很乾淨，燈光也夠亮，下次還會再來。',
    'Clean courts and friendly staff. Booking took a minute.',
    '線上預約很方便，報到也很快。',
    '地板剛整理過，打起來很舒服！',
    'Great lighting in the evening, and the showers were spotless.',
    '櫃檯人員很親切，還借我們球拍。',
  ],
  4: [
    '整體不錯，只是隔壁場有點吵。',
    'Good courts. The water fountain on the second floor was empty.',
    '價格合理，更衣室可以再多幾個置物籃。',
    '場況好，假日停車位要早點到。',
    'Nice place; the net could be a little tighter.',
  ],
  3: ['冷氣不太冷，中午打有點悶。', 'Fine for a casual game, but two lamps were out.', '場地可以，廁所希望打掃勤一點。'],
  2: ['地板有點滑，跟櫃檯反映後有來處理。', 'The floor was dusty when we came in.'],
  1: ['燈壞了一半，看不太到球。'],
}

export type DemoReport = {
  kind: ReportKind
  facility: string
  court?: string
  title?: string
  waterKind?: WaterKind
  text: string
  /** The demo's member, or somebody who only passed by. */
  by: 'member' | { name: string; mobile: string }
  locale: 'tw' | 'en'
  hoursAgo: number
  steps: { hoursAgo: number; state?: ReportState; text: string; internal?: true }[]
}

export const demoReports: DemoReport[] = [
  {
    kind: 'repair',
    facility: 'BAD',
    court: 'B2',
    title: '2 號場網柱鬆脫',
    text: '靠牆那側的網柱會晃，網子拉不到標準高度。\n雙打時一碰到網就歪。',
    by: 'member',
    locale: 'tw',
    hoursAgo: 190,
    steps: [
      { hoursAgo: 187, state: 'in-progress', text: '謝謝您的回報，已通知維修人員今天下午查看。' },
      { hoursAgo: 170, text: '底座螺絲滑牙，已向廠商叫料。', internal: true },
      { hoursAgo: 146, state: 'done', text: '底座已更換並重新校正網高，歡迎再來使用。' },
    ],
  },
  {
    kind: 'water',
    facility: 'ARN',
    waterKind: 'fountain',
    text: '看台入口的飲水機沒有冰水，按了只有溫的。',
    by: 'member',
    locale: 'tw',
    hoursAgo: 70,
    steps: [{ hoursAgo: 66, state: 'in-progress', text: '壓縮機需要更換零件，預計三天內完成。' }],
  },
  {
    kind: 'repair',
    facility: 'TT',
    court: 'T5',
    title: '5 號桌檯面刮傷',
    text: '檯面邊角有一道刮痕，球彈起來會偏。',
    by: 'member',
    locale: 'tw',
    hoursAgo: 60,
    steps: [],
  },
  {
    kind: 'repair',
    facility: 'TEN',
    court: 'N3',
    title: 'Floodlight out on court 3',
    text: 'The lamp on the north side flickers and then goes dark after a few minutes.',
    by: { name: 'Anna Weber', mobile: '0912000091' },
    locale: 'en',
    hoursAgo: 44,
    steps: [{ hoursAgo: 40, state: 'in-progress', text: 'Thank you. An electrician comes on site tomorrow morning.' }],
  },
  {
    kind: 'water',
    facility: 'POOL',
    waterKind: 'pool-quality',
    text: '第 3 水道靠近出水口的地方有點混濁。',
    by: { name: '黃先生', mobile: '0912000092' },
    locale: 'tw',
    hoursAgo: 30,
    steps: [{ hoursAgo: 27, state: 'done', text: '已完成水質檢測並調整過濾，各項數值正常。' }],
  },
  {
    kind: 'water',
    facility: 'TRK',
    waterKind: 'leak',
    text: '跑道內側的灑水頭一直在漏，地上積水。',
    by: { name: '許小姐', mobile: '0912000093' },
    locale: 'tw',
    hoursAgo: 5,
    steps: [],
  },
]
