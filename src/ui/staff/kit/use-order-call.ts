import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { receiptsKey } from './receipt-query.ts'
import { tillsKey } from './till-query.ts'

/** What is read of orders: the list, their stories, the board and one booking of it. */
export const ordersKey = ['staff-orders'] as const
export const boardKey = ['board'] as const
export const bookingKey = ['booking'] as const

/**
 * Makes a call about an order with one idempotency key for as long as the asking sheet is open, then reads the orders again; after
 * a refusal too, because somebody else may have been faster.
 */
export function useOrderCall(): <T>(path: string, body: object) => Promise<T> {
  const api = useApi()
  const queries = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return async <T>(path: string, body: object) => {
    try {
      return await api.post<T>(path, body, { headers: { 'idempotency-key': key } })
    } finally {
      const changed = [ordersKey, tillsKey, receiptsKey, boardKey, bookingKey]
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
    }
  }
}
