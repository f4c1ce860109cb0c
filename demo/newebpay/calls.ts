import { objectIn } from '../../src/lib/sealed-json.ts'
import { checkValue, seal, sealSum, unseal, type Fields } from '../../src/modules/payments/providers/newebpay/envelope.ts'
import { ways } from '../../src/modules/payments/providers/newebpay/ways.ts'
import { isCard, isLater, isWallet, numberUntil, payInfoOf, signed, switches, validityOf, wall, type Books, type Trade } from './trade.ts'

/** NewebPay's calls, with the codes of its manual for what it refuses. */
type Said = { Status: string; Message: string }

const say = (Status: string, Message: string, Result: object = []): Said & { Result: object } => ({ Status, Message, Result })
const isAnswer = (one: Said | { trade: Trade } | Called): one is Said => 'Status' in one

/** Two minutes, both ways. */
const isLate = ({ now }: Books, seconds: unknown): boolean => !(Math.abs(Number(seconds) * 1000 - now().getTime()) <= 120_000)

/** Answers a form of the shop's server by its path; undefined: there is no such call. */
export async function answerServer(books: Books, path: string, form: Fields): Promise<object | undefined> {
  if (path === '/API/QueryTradeInfo') return answerQuestion(books, form)
  if (path === '/API/CreditCard/Cancel') return onCard(books, form, cancelCard)
  if (path === '/API/CreditCard/Close') return onCard(books, form, closeCard)
  return path === '/API/EWallet/refund' ? refundWallet(books, form) : undefined
}

/** The form with which a browser comes. `origin`: what a browser says of the page that it comes from; servers say nothing. */
export async function openPage(
  books: Books,
  { MerchantID, TradeInfo = '', TradeSha, Version }: Fields,
  origin: string | null | undefined,
): Promise<Said | { trade: Trade }> {
  const { settings, now } = books
  if (origin === undefined || origin === null) return say('MPG02005', '驗證資料錯誤(來源不合法)')
  if (MerchantID !== settings.merchantId) return say('MPG03007', '查無此商店代號')
  if (TradeSha !== sealSum(TradeInfo, settings)) return say('MPG03009', '交易資料SHA256檢查不符合')
  const asked = Object.fromEntries(new URLSearchParams(unseal(TradeInfo, settings)))
  const wrong = whyNotOpened(books, asked, Version)
  if (wrong) return wrong
  const trade: Trade = {
    orderNo: asked['MerchantOrderNo']!,
    amount: Number(asked['Amt']),
    type: switches.find((name) => asked[name] === '1')!,
    asked,
    tradeNo: '',
    status: 'page',
    close: '0',
    refunded: 0,
    number: null,
    openedAt: now(),
    paidAt: null,
  }
  return (await books.open(trade)) ? { trade } : say('MPG03008', '已存在相同的商店訂單編號')
}

function whyNotOpened(books: Books, asked: Fields, outerVersion: string | undefined): Said | undefined {
  const { MerchantID, Version, TimeStamp, MerchantOrderNo = '', Amt = '', ItemDesc = '' } = asked
  if (MerchantID !== books.settings.merchantId) return say('MPG03007', '查無此商店代號')
  if (outerVersion !== '2.3' || Version !== '2.3') return say('MPG01010', '程式版本設定錯誤')
  if (isLate(books, TimeStamp)) return say('MPG02004', '頁面已逾時失效，請重新確認')
  if (!/^\w{1,30}$/.test(MerchantOrderNo)) return say('MPG01012', '商店訂單編號設定錯誤')
  if (!/^[1-9]\d*$/.test(Amt)) return say('MPG01015', '訂單金額設定錯誤')
  if (ItemDesc === '' || [...ItemDesc].length > 50) return say('MPG01017', '商品資訊不可空白')
  if (!areAddresses(books, asked)) return say('MPG01014', '網址設定錯誤')
  const on = Object.values(ways).filter((way) => asked[way.on] === '1')
  if (on.length !== 1) return say('MPG02003', '支付方式未啟用')
  const { terms, on: type } = on[0]!
  if (Number(Amt) < terms.least || Number(Amt) > terms.most) return say('MPG01015', '訂單金額設定錯誤')
  // An invalid date is later than nothing.
  if (isLater(type) && !(numberUntil({ asked, openedAt: books.now() }) > books.now())) return say('MPG01018', '繳費有效期限設定錯誤')
  return undefined
}

/** A notice and the browser bring the same words, so that they must not come to the same address. */
function areAddresses({ mayLeadTo }: Books, { NotifyURL, ReturnURL, CustomerURL, ClientBackURL }: Fields): boolean {
  const given = [NotifyURL, ReturnURL, CustomerURL, ClientBackURL].filter((url) => url !== undefined)
  return NotifyURL !== undefined && NotifyURL !== ReturnURL && given.every((url) => url.length <= 500 && mayLeadTo(url))
}

async function answerQuestion(books: Books, question: Fields): Promise<Said> {
  const { MerchantID = '', MerchantOrderNo = '', Amt = '', CheckValue, TimeStamp, Version } = question
  if (MerchantID !== books.settings.merchantId) return say('TRA10001', '商店資料取得失敗')
  if (CheckValue !== checkValue({ MerchantID, MerchantOrderNo, Amt }, books.settings)) return say('TRA10054', '檢查碼CheckValue有錯誤')
  if (isLate(books, TimeStamp) || Version !== '1.3') return say('TRA40014', 'TimeStamp欄位錯誤')
  if (await books.isLocked()) return say('TRA10071', '已鎖定交易查詢功能')
  const trade = await findBegun(books, MerchantOrderNo)
  if (trade && String(trade.amount) === Amt) return say('SUCCESS', '查詢成功', signed(books, trade, standing(trade)))
  await books.noteUnknown()
  return say('TRA10021', '查無交易資料')
}

/** A trade whose payer has chosen. */
async function findBegun(books: Books, orderNo: string): Promise<Trade | undefined> {
  const trade = await books.find(orderNo)
  return trade?.status === 'page' ? undefined : trade
}

function standing(trade: Trade): Fields {
  const { amount, close, refunded, type, status, number, openedAt, paidAt } = trade
  const { day, time } = validityOf(trade)
  const goesBack = isCard(type) || isWallet(type)
  return {
    TradeStatus: status,
    PaymentType: type,
    CreateTime: wall(openedAt),
    PayTime: status === '0' || !paidAt ? '0000-00-00 00:00:00' : wall(paidAt),
    ...(goesBack ? { CloseStatus: close, BackBalance: String(amount - refunded), BackStatus: '0' } : {}),
    ...(number === null ? {} : { PayInfo: payInfoOf(trade), ExpireDate: `${day} ${time}` }),
  }
}

type Called = { wanted: Fields }
type CardDeed = (books: Books, trade: Trade, wanted: Fields) => Said

async function onCard(books: Books, { MerchantID_, PostData_ = '' }: Fields, deed: CardDeed): Promise<Said> {
  const { settings } = books
  const wanted = Object.fromEntries(new URLSearchParams(unseal(PostData_, settings)))
  const orderNo = wanted['MerchantOrderNo']
  if (MerchantID_ !== settings.merchantId || !orderNo) return say('TRA10008', '資料加密錯誤')
  if (isLate(books, wanted['TimeStamp'])) return say('TRA40014', 'TimeStamp欄位錯誤')
  const isKnown = ({ type, status }: Trade) => isCard(type) && status !== 'page'
  const done = await books.change(orderNo, (trade) => (isKnown(trade) ? deed(books, trade, wanted) : undefined))
  return done ?? say('TRA10021', '查無該筆交易或該筆交易不為信用卡交易')
}

const cancelCard: CardDeed = (books, trade, wanted) => {
  if (trade.status !== '1' || trade.close !== '0') return say('TRA10047', '該交易不為授權成功狀態，不可放棄授權')
  if (Number(wanted['Amt']) !== trade.amount) return say('TRA10050', '金額不符')
  trade.status = '3'
  trade.refunded = trade.amount
  return say(books.faults.cancel ?? 'SUCCESS', '放棄授權', signed(books, trade, {}))
}

/** CloseType 1 with Cancel takes a payment out of the batch; CloseType 2 gives back what is captured. */
const closeCard: CardDeed = ({ settings }, trade, wanted) => {
  const amount = Number(wanted['Amt'])
  const isUndoing = wanted['CloseType'] === '1' && wanted['Cancel'] === '1'
  if (isUndoing && trade.close !== '1') return say('TRA10095', '此筆交易已過關帳時間，不可取消')
  if (!isUndoing && wanted['CloseType'] !== '2') return say('TRA10018', '資料不足')
  if (!isUndoing && (trade.close !== '3' || trade.status !== '1')) return say('TRA10035', '該交易非授權成功或已請款完成狀態，請確認')
  if (!isUndoing && !(amount > 0 && trade.refunded + amount <= trade.amount)) return say('TRA10036', '已超過剩餘可退費金額，請確認')
  if (isUndoing) trade.close = '0'
  else trade.refunded += amount
  const { merchantId } = settings
  return say('SUCCESS', '請退費', { MerchantID: merchantId, Amt: amount, TradeNo: trade.tradeNo, MerchantOrderNo: trade.orderNo })
}

async function refundWallet(books: Books, { UID_, EncryptData_ = '', HashData_ }: Fields): Promise<object> {
  const { settings, now } = books
  if (UID_ !== settings.merchantId) return say('1102', '查無商店')
  if (HashData_ !== sealSum(EncryptData_, settings)) return say('4103', 'HashData_資料檢查不符合')
  const wanted = objectIn(unseal(EncryptData_, settings) ?? '')
  if (!wanted) return say('4104', '加密資料有誤')
  if (isLate(books, wanted['TimeStamp'])) return say('4105', 'TimeStamp為空')
  const amount = Number(wanted['Amount'])
  const refuse = (trade: Trade): Said | undefined => {
    if (trade.status === 'page') return say('1103', '查無訂單資料')
    if (trade.type !== wanted['PaymentType']) return say('1106', '錢包類型不符')
    if (trade.status !== '1') return say('1104', '訂單狀態不為可退費狀態')
    if (trade.type === 'TAIWANPAY' && amount !== trade.amount) return say('1108', '僅支援全額退費')
    if (!(amount > 0 && trade.refunded + amount <= trade.amount)) return say('1105', '可退金額不足')
    trade.refunded += amount
    return undefined
  }
  const done = await books.change(String(wanted['MerchantOrderNo']), (trade) => refuse(trade) ?? { trade })
  if (!done) return say('1103', '查無訂單資料')
  if (isAnswer(done)) return done
  const { tradeNo, orderNo } = done.trade
  const words = { TradeNo: tradeNo, MerchantOrderNo: orderNo, RefundAmount: amount, RefundDate: wall(now()) }
  const EncryptData = seal(JSON.stringify(words), settings)
  const HashData = sealSum(EncryptData, settings)
  return { Status: '1000', Message: '退費成功', UID: settings.merchantId, Version: '1.0', EncryptData, HashData }
}
