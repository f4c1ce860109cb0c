import { useState } from 'react'
import { receiptsKey } from './receipt-query.ts'
import { tillsKey } from './till-query.ts'
import { useStaffCall } from './use-staff-call.ts'

/** What is read of orders: the list, their stories, the board and one booking of it. */
export const ordersKey = ['staff-orders'] as const
export const boardKey = ['board'] as const
export const bookingKey = ['booking'] as const

/** Calls about an order, with one idempotency key for as long as the asking sheet is open. */
export function useOrderCall() {
  const [key] = useState(() => crypto.randomUUID())
  return useStaffCall([ordersKey, tillsKey, receiptsKey, boardKey, bookingKey], key)
}
