import { z } from 'zod'

export const CheckoutFormFields = z.object({
  MerchantID: z.string(),
  MerchantTradeNo: z.string(),
  MerchantTradeDate: z.string(),
  PaymentType: z.literal('aio'),
  TotalAmount: z.string(),
  TradeDesc: z.string(),
  ItemName: z.string(),
  ReturnURL: z.string(),
  ChoosePayment: z.string(),
  EncryptType: z.literal('1'),
  CheckMacValue: z.string(),
})
export const TradeQuery = z.object({ trade: z.string().regex(/^[A-Za-z0-9]{1,20}$/) })
export const WayForm = z.object({ trade: z.string(), way: z.string().regex(/^[a-z]{1,20}(-[a-z]{1,20})?$/) })
export const CounterQuery = z.object({ number: z.string().trim().max(40).optional() })
export const CounterForm = z.object({ number: z.string() })
export const TradeQuestionForm = z.object({
  MerchantID: z.string(),
  MerchantTradeNo: z.string(),
  TimeStamp: z.string(),
  CheckMacValue: z.string(),
})
/** `Data` is sealed with the merchant's keys. */
export const CardQuestion = z.object({
  MerchantID: z.string().regex(/^\w{1,20}$/),
  RqHeader: z.object({ Timestamp: z.number().min(0).max(2_147_483_647) }),
  Data: z
    .string()
    .max(2000)
    .regex(/^[\w%+/=]*$/),
})
export const CardActionForm = z.object({
  MerchantID: z.string(),
  MerchantTradeNo: z.string(),
  TradeNo: z.string(),
  Action: z.enum(['C', 'R', 'E', 'N']),
  TotalAmount: z.string(),
  CheckMacValue: z.string(),
})
