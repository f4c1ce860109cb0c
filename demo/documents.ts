import type { FileType } from '#modules/files/rules.ts'
import type { FacilityFile } from '#modules/catalogue/file-wire.ts'
import file from './catalogue.json' with { type: 'json' }
import { matrixOf } from '#modules/catalogue/normal-form.ts'
import { makeDocx, makeXlsx } from './make-office.ts'
import { makePdf, type PdfLine } from './make-pdf.ts'

export type DemoFile = { name: string; type: FileType; bytes: Buffer }

const park = '青禾運動園區 Qinghe Sports Park'
const blank = '______________________________'

const pdf = (name: string, title: string, lines: (string | PdfLine)[]): DemoFile => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  bytes: makePdf(title, [
    { text: park, size: 10 },
    { text: title, size: 20, above: 6 },
    { text: '', size: 6 },
    ...lines.map((line) => (typeof line === 'string' ? { text: line, above: 4 } : line)),
  ]),
})

const applicationFields = [
  `申請單位 Club: ${blank}`,
  `負責人 Representative: ${blank}`,
  `聯絡人與電話 Contact and phone: ${blank}`,
  `使用場館 Facility: ${blank}`,
  `使用時間 Weekday and time: ${blank}`,
  `使用目的 Purpose: ${blank}`,
  `預計人數 Headcount: ______`,
  '附件 Attached:  [  ] 切結書 Affidavit   [  ] 團體名冊 Roster',
  `簽章 Signature: ${blank}   日期 Date: ____________`,
]

/** What the first court of each facility costs the public, residents and students. */
const prices = (file.facilities as unknown as FacilityFile[]).map(({ name, courts, priceLists }) => {
  const { PUB, RES, STU } = matrixOf(priceLists[0]!, courts[0]!.code)
  return [`${name.tw} ${name.en}`, ...PUB!, ...RES!, ...STU!]
})

/** Downloadable files of the demo, by the name that articles use. */
export const demoFiles: Record<string, () => DemoFile> = {
  'application-pdf': () => pdf('場地使用申請書', '場地使用申請書 Application form', applicationFields),
  'application-docx': () => ({
    name: '場地使用申請書.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes: makeDocx(['場地使用申請書 Application form', park, ...applicationFields]),
  }),
  affidavit: () =>
    pdf('場地使用切結書', '場地使用切結書 Affidavit', [
      '本團體使用貴園區場地，願遵守下列事項，如有違反，同意取消登記並負一切責任：',
      'Our club uses the courts of the park and promises the following:',
      '一、遵守場地使用管理辦法及現場人員指示。 We keep the rules and follow the staff.',
      '二、不轉讓、不轉租場地。 We do not pass courts on to others.',
      '三、愛護設施，損壞照價賠償。 We pay for what we break.',
      '四、參加人員自行投保，並量力而為。 Our members are insured and know their limits.',
      { text: `立切結書團體 Club: ${blank}`, above: 24 },
      `負責人簽章 Representative: ${blank}`,
      '日期 Date: ____________',
    ]),
  roster: () => ({
    name: '團體名冊.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: makeXlsx('名冊 Roster', [
      ['編號 No.', '姓名 Name', '出生年 Year of birth', '電話 Phone', '緊急聯絡人 Emergency contact', '緊急電話 Emergency phone'],
      ...Array.from({ length: 30 }, (_, n) => [n + 1, '', '', '', '', '']),
    ]),
  }),
  rules: () =>
    pdf('場地使用管理辦法', '場地使用管理辦法 Rules for the use of facilities', [
      '第一條 開放時間：室內場館 06:00-22:00，游泳池至 21:00。 Open 06:00-22:00, the pool until 21:00.',
      '第二條 預約：會員可預約七日內時段，每項運動每日上限二小時。 Members book seven days ahead, two hours a day for each sport.',
      '第三條 報到：開始前十五分鐘至開始後十分鐘。 Check in from 15 minutes before to 10 minutes after the start.',
      '第四條 服裝：室內場館請穿膠底運動鞋。 Non-marking shoes indoors.',
      '第五條 禁止事項：飲食、吸菸、攜帶寵物、未經許可之教學。 No food, smoking, pets, or teaching without permission.',
      '第六條 違規記點：一百八十日內滿三點者停止預約九十日。 Three points in 180 days suspend booking for 90 days.',
      '第七條 申訴：接獲通知十四日內提出。 Appeals within 14 days.',
    ]),
  'fees-pdf': () =>
    pdf('場地收費標準', '場地收費標準 Fees', [
      '單位：新臺幣元，離峰／尖峰。 In NT$, off-peak / peak.',
      ...prices.map(
        ([name, ...price]) => `${name}   一般 ${price[0]}/${price[1]}   設籍 ${price[2]}/${price[3]}   學生 ${price[4]}/${price[5]}`,
      ),
    ]),
  'fees-xlsx': () => ({
    name: '場地收費標準.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: makeXlsx('收費標準 Fees', [
      ['場館 Facility', '一般離峰', '一般尖峰', '設籍離峰', '設籍尖峰', '學生離峰', '學生尖峰'],
      ...prices,
    ]),
  }),
  refund: () =>
    pdf('退款帳戶表', '退款帳戶表 Refund account', [
      `訂單編號 Order number: ${blank}`,
      `戶名 Account name: ${blank}`,
      `銀行與分行代碼 Bank and branch code: ${blank}`,
      `帳號 Account number: ${blank}`,
      '請附存摺封面影本。 Attach a copy of the passbook cover.',
      `簽章 Signature: ${blank}`,
    ]),
  locker: () =>
    pdf('置物櫃租用須知', '置物櫃租用須知 Renting a locker', [
      '一、每位會員限租一個，按月或半年。 One for each member, by the month or the half-year.',
      '二、保證金五百元，退租無損壞時全額退還。 A deposit of NT$500, returned with the locker.',
      '三、申請後五日內繳費，逾期失效。 Pay within 5 days.',
      '四、到期前七日可續租。 Renew in the last 7 days.',
      '五、禁止存放危險物品、食物與貴重物品。 No dangerous goods, food or valuables.',
    ]),
  guide: () =>
    pdf('第一次來園區', '第一次來園區 Your first visit', [
      '一、註冊：手機驗證碼與個資同意書。 Sign up: a code on your phone, and the consent.',
      '二、預約：選場館、日期與時段，十五分鐘內付款。 Book: facility, day and time; pay within 15 minutes.',
      '三、報到：出示訂單 QR 碼。 Check in with the QR code of your order.',
      '四、退費：三日前取消全額退費。 Refund: everything until three days before.',
    ]),
}
