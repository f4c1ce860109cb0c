import { dataLocales, type DataLocale } from '#i18n/languages.ts'

/** The sheets of a catalogue's workbook and their columns. Names and headers begin with the key; the rest explains it. */
export type ColumnKind = 'text' | 'number' | 'flag' | 'day' | 'time' | 'list' | 'lines' | 'json'
export type Column = { key: string; title: string; kind: ColumnKind; optional?: true; width?: number }
export type SheetSpec = { key: string; title: string; columns: readonly Column[] }

const column = (key: string, title: string, kind: ColumnKind = 'text', more: Partial<Column> = {}): Column => ({
  key,
  title,
  kind,
  ...more,
})
const optional = { optional: true } as const
const wide = { width: 40 }
const retired = column('retired', '停用', 'flag', optional)
const facility = column('facility', '場館代碼')
const from = column('from', '自何日起', 'day')
const names = [
  column('nameTw', '中文名稱', 'text', { width: 24 }),
  column('nameEn', '英文名稱（空白：用中文）', 'text', { ...optional, width: 24 }),
]

const languageTitles: Record<DataLocale, string> = { tw: '中文', en: '英文' }

/** Columns of prices, in the order of levels. */
export const priceColumns = ['offPeak', 'peak', 'level3', 'level4', 'level5', 'level6'] as const

export const sheets = {
  centre: {
    key: 'centre',
    title: '場館資訊',
    columns: [
      column('field', '欄位'),
      column('value', '值', 'text', { ...optional, ...wide }),
      ...dataLocales.map((locale) => column(locale, languageTitles[locale], 'text', { ...optional, ...wide })),
    ],
  },
  identities: {
    key: 'identities',
    title: '身分別',
    columns: [
      column('code', '代碼'),
      ...names,
      column('needsProof', '需要證明', 'flag'),
      column('proofMonths', '證明效期（月）', 'number', optional),
      column('forCommunity', '限團體', 'flag'),
      retired,
    ],
  },
  facilities: {
    key: 'facilities',
    title: '場館',
    columns: [
      column('code', '代碼'),
      column('sport', '運動項目'),
      ...names,
      ...['aboutTw 中文介紹', 'aboutEn 英文介紹', 'placeTw 中文位置', 'placeEn 英文位置'].map((text) => {
        const [key = '', title = ''] = text.split(' ')
        return column(key, title, 'text', { ...optional, ...wide })
      }),
      column('rulesTw', '中文規則', 'lines', { ...optional, ...wide }),
      column('rulesEn', '英文規則', 'lines', { ...optional, ...wide }),
      column('outdoor', '戶外', 'flag'),
      column('drawing', '球場圖'),
      column('colour', '顏色'),
      retired,
    ],
  },
  pictures: {
    key: 'pictures',
    title: '照片',
    columns: [
      facility,
      column('file', '檔案', 'text', wide),
      column('altTw', '中文說明', 'text', wide),
      column('altEn', '英文說明（空白：用中文）', 'text', { ...optional, ...wide }),
      column('focusX', '焦點：左起 %', 'number', optional),
      column('focusY', '焦點：上起 %', 'number', optional),
    ],
  },
  courts: {
    key: 'courts',
    title: '場地',
    columns: [facility, column('code', '代碼'), ...names, column('on', '疊在場地', 'list', optional), retired],
  },
  timetables: {
    key: 'timetables',
    title: '時間表',
    columns: [
      facility,
      from,
      column('slotMinutes', '時段分鐘', 'number'),
      column('sessions', '固定時段', 'list', { ...optional, ...wide }),
    ],
  },
  hours: {
    key: 'hours',
    title: '開放時間',
    columns: [
      facility,
      from,
      column('days', '星期', 'list', wide),
      column('opens', '開', 'time'),
      column('closes', '關', 'time'),
      column('seasonFrom', '季節自', 'text', optional),
      column('seasonTo', '季節至', 'text', optional),
    ],
  },
  'price-lists': {
    key: 'price-lists',
    title: '價目表',
    columns: [
      facility,
      from,
      column('lightFee', '照明費', 'number'),
      column('lightFrom', '照明起算', 'time', optional),
      column('deposit', '保證金', 'number'),
    ],
  },
  'price-levels': { key: 'price-levels', title: '價格級別', columns: [facility, from, ...names] },
  peak: {
    key: 'peak',
    title: '尖峰',
    columns: [
      facility,
      from,
      column('level', '級別（空白：尖峰）', 'text', optional),
      column('days', '星期', 'list', wide),
      column('start', '自', 'time'),
      column('end', '至', 'time'),
    ],
  },
  prices: {
    key: 'prices',
    title: '價格',
    columns: [
      facility,
      from,
      column('court', '場地（空白：全部）', 'text', optional),
      column('identity', '身分別'),
      column('offPeak', '離峰', 'number'),
      column('peak', '尖峰', 'number'),
      ...priceColumns.slice(2).map((key, n) => column(key, `第 ${n + 3} 級`, 'number', optional)),
    ],
  },
  holidays: {
    key: 'holidays',
    title: '假日',
    columns: [column('day', '日期', 'day'), ...names, column('closed', '休館', 'flag', optional)],
  },
  'locker-sizes': { key: 'locker-sizes', title: '櫃型', columns: [column('code', '代碼'), ...names, column('deposit', '押金', 'number')] },
  'locker-terms': {
    key: 'locker-terms',
    title: '租期',
    columns: [column('size', '櫃型'), column('months', '月數', 'number'), column('price', '租金', 'number')],
  },
  'locker-walls': {
    key: 'locker-walls',
    title: '櫃區',
    columns: [column('wall', '櫃區'), column('size', '櫃型'), column('columns', '每列幾個', 'number'), column('rows', '幾層', 'number')],
  },
  rules: {
    key: 'rules',
    title: '規則',
    columns: [column('group', '類別'), column('rule', '規則', 'text', { width: 28 }), column('value', '值', 'json', { width: 60 })],
  },
} as const satisfies Record<string, SheetSpec>

export type SheetKey = keyof typeof sheets

/** A row under the header, with the line that a spreadsheet shows beside it. */
export type SheetRow = { line: number; values: Record<string, unknown> }

/** More rows than this are not read. */
export const rowsAtMost = 5000
