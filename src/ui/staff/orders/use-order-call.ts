import { useApi } from '#ui/accounts/member-queries.ts'
import { receiptsKey } from '#ui/staff/kit/receipt-query.ts'
import { tillsKey } from '#ui/staff/kit/till-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersKey } from './orders-queries.ts'

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
      await Promise.all([
        queries.invalidateQueries({ queryKey: ordersKey }),
        queries.invalidateQueries({ queryKey: tillsKey }),
        queries.invalidateQueries({ queryKey: receiptsKey }),
      ])
    }
  }
}
