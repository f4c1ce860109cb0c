import { objectIn } from '#lib/sealed-json.ts'
import { checkValue, seal, sealSum, unseal, type Fields } from '#modules/payments/providers/newebpay/envelope.ts'
import type { HttpAnswer } from '../http-stand-in.ts'
import { isCard, isLate, isWallet, json, say, signed, switches, validityOf, wall, type Books, type Trade } from './books.ts'

/** NewebPay's calls, with the codes of its manual for what it refuses. */
export function openPage(books: Books, { MerchantID, TradeInfo = '', TradeSha, Version }: Fields, origin: string | undefined): HttpAnswer {
  const { settings, trades, pages } = books
  if (origin === undefined) return say('MPG02005', '驗證資料錯誤(來源不合法)')
  if (MerchantID !== settings.merchantId || TradeSha !== sealSum(TradeInfo, settings)) return say('MPG03009', '交易資料SHA256檢查不符合')
  const asked = Object.fromEntries(new URLSearchParams(unseal(TradeInfo, settings)))
  const { MerchantOrderNo: orderNo = '', Amt = '', ItemDesc = '', NotifyURL, ReturnURL } = asked
  if (Version !== '2.3' || asked['Version'] !== '2.3') return say('MPG01010', '程式版本設定錯誤')
  if (isLate(books, asked['TimeStamp'])) return say('MPG02004', '頁面已逾時失效，請重新確認')
  if (!/^\w{1,30}$/.test(orderNo)) return say('MPG01012', '商店訂單編號設定錯誤')
  if (trades.has(orderNo)) return say('MPG03008', '已存在相同的商店訂單編號')
  if (!/^[1-9]\d*$/.test(Amt)) return say('MPG01015', '訂單金額設定錯誤')
  if (ItemDesc === '' || [...ItemDesc].length > 50) return say('MPG01017', '商品資訊不可空白')
  if (!NotifyURL || NotifyURL === ReturnURL) return say('MPG01014', '網址設定錯誤')
  const on = switches.filter((name) => asked[name] === '1')
  if (on.length !== 1) return say('MPG02003', '支付方式未啟用')
  pages.set(orderNo, { orderNo, amount: Number(Amt), type: on[0]!, asked })
  return say('SUCCESS', 'a page')
}

/** In an hour; more lock all questions for four. */
const unknownAtMost = 50
const hour = 3_600_000

export function answerQuestion(books: Books, question: Fields): HttpAnswer {
  const { MerchantID = '', MerchantOrderNo = '', Amt = '', CheckValue, TimeStamp, Version } = question
  if (MerchantID !== books.settings.merchantId) return say('TRA10001', '商店資料取得失敗')
  if (CheckValue !== checkValue({ MerchantID, MerchantOrderNo, Amt }, books.settings)) return say('TRA10054', '檢查碼CheckValue有錯誤')
  if (isLate(books, TimeStamp) || Version !== '1.3') return say('TRA40014', 'TimeStamp欄位錯誤')
  const now = books.now()
  if (books.lockedUntil && books.lockedUntil > now) {
    books.askedInVain++
    return say('TRA10071', '已鎖定交易查詢功能')
  }
  const trade = books.trades.get(MerchantOrderNo)
  if (trade && String(trade.amount) === Amt) return say('SUCCESS', '查詢成功', signed(books, trade, standing(trade, books.now())))
  books.unknownAsked = [...books.unknownAsked.filter((at) => at.getTime() > now.getTime() - hour), now]
  if (books.unknownAsked.length > unknownAtMost) books.lockedUntil = new Date(now.getTime() + 4 * hour)
  return say('TRA10021', '查無交易資料')
}

function standing(trade: Trade, now: Date): Fields {
  const { amount, close, refunded, type, status } = trade
  const { day, time } = validityOf(trade)
  const goesBack = isCard(type) || isWallet(type)
  return {
    TradeStatus: status,
    PaymentType: type,
    CreateTime: wall(now),
    PayTime: status === '0' ? '0000-00-00 00:00:00' : wall(now),
    ...(goesBack ? { CloseStatus: close, BackBalance: String(amount - refunded), BackStatus: '0' } : {}),
    ...(type === 'VACC' ? { PayInfo: '(031)1234567890', ExpireDate: `${day} ${time}` } : {}),
  }
}

type Data = { trade: Trade; wanted: Fields }

function cardData(books: Books, { MerchantID_, PostData_ = '' }: Fields): Data | HttpAnswer {
  const { settings, trades } = books
  const wanted = Object.fromEntries(new URLSearchParams(unseal(PostData_, settings)))
  if (MerchantID_ !== settings.merchantId || !wanted['MerchantOrderNo']) return say('TRA10008', '資料加密錯誤')
  if (isLate(books, wanted['TimeStamp'])) return say('TRA40014', 'TimeStamp欄位錯誤')
  const trade = trades.get(wanted['MerchantOrderNo'])
  return trade && isCard(trade.type) ? { trade, wanted } : say('TRA10021', '查無該筆交易或該筆交易不為信用卡交易')
}

const isAnswer = (one: Data | HttpAnswer): one is HttpAnswer => typeof one === 'string' || 'status' in one

export function cancelCard(books: Books, form: Fields): HttpAnswer {
  const data = cardData(books, form)
  if (isAnswer(data)) return data
  const { trade, wanted } = data
  if (trade.status !== '1' || trade.close !== '0') return say('TRA10047', '該交易不為授權成功狀態，不可放棄授權')
  if (Number(wanted['Amt']) !== trade.amount) return say('TRA10050', '金額不符')
  trade.status = '3'
  trade.refunded = trade.amount
  return say(books.faults.cancel ?? 'SUCCESS', '放棄授權', signed(books, trade, {}))
}

/** CloseType 1 with Cancel takes a payment out of the batch; CloseType 2 gives back what is captured. */
export function closeCard(books: Books, form: Fields): HttpAnswer {
  const data = cardData(books, form)
  if (isAnswer(data)) return data
  const { trade, wanted } = data
  const amount = Number(wanted['Amt'])
  const isUndoing = wanted['CloseType'] === '1' && wanted['Cancel'] === '1'
  if (isUndoing && trade.close !== '1') return say('TRA10095', '此筆交易已過關帳時間，不可取消')
  if (!isUndoing && wanted['CloseType'] !== '2') return say('TRA10018', '資料不足')
  if (!isUndoing && trade.close !== '3') return say('TRA10035', '該交易非授權成功或已請款完成狀態，請確認')
  if (!isUndoing && trade.refunded + amount > trade.amount) return say('TRA10036', '已超過剩餘可退款金額，請確認')
  if (isUndoing) trade.close = '0'
  else trade.refunded += amount
  const { merchantId } = books.settings
  return say('SUCCESS', '請退款', { MerchantID: merchantId, Amt: amount, TradeNo: trade.tradeNo, MerchantOrderNo: trade.orderNo })
}

export function refundWallet(books: Books, { UID_, EncryptData_ = '', HashData_ }: Fields): HttpAnswer {
  const { settings, trades, now } = books
  if (UID_ !== settings.merchantId) return say('1102', '查無商店')
  if (HashData_ !== sealSum(EncryptData_, settings)) return say('4103', 'HashData_資料檢查不符合')
  const wanted = objectIn(unseal(EncryptData_, settings) ?? '')
  if (!wanted) return say('4104', '加密資料有誤')
  if (isLate(books, wanted['TimeStamp'])) return say('4105', 'TimeStamp為空')
  const trade = trades.get(String(wanted['MerchantOrderNo']))
  const amount = Number(wanted['Amount'])
  if (!trade) return say('1103', '查無訂單資料')
  if (trade.type !== wanted['PaymentType']) return say('1106', '錢包類型不符')
  if (trade.status !== '1') return say('1104', '訂單狀態不為可退款狀態')
  if (trade.type === 'TAIWANPAY' && amount !== trade.amount) return say('1108', '僅支援全額退款')
  if (trade.refunded + amount > trade.amount) return say('1105', '可退金額不足')
  trade.refunded += amount
  const done = { TradeNo: trade.tradeNo, MerchantOrderNo: trade.orderNo, RefundAmount: amount, RefundDate: wall(now()) }
  const EncryptData = seal(JSON.stringify(done), settings)
  const HashData = sealSum(EncryptData, settings)
  return json({ Status: '1000', Message: '退款成功', UID: settings.merchantId, Version: '1.0', EncryptData, HashData })
}
