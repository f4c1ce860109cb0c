import type { Db } from '#db/connect.ts'

/** Three standard lockers (1 to 3) and one large (4). */
export async function fewLockers(db: Db): Promise<void> {
  await db
    .insertInto('locker_sizes')
    .values([
      { size: 'standard', name_tw: '標準櫃', name_en: 'Standard', position: 1, deposit: 500 },
      { size: 'large', name_tw: '大型櫃', name_en: 'Large', position: 2, deposit: 500 },
    ])
    .execute()
  await db
    .insertInto('locker_prices')
    .values([
      { size: 'standard', months: 1, price: 150 },
      { size: 'standard', months: 6, price: 800 },
      { size: 'large', months: 1, price: 200 },
      { size: 'large', months: 6, price: 1000 },
    ])
    .execute()
  await db
    .insertInto('lockers')
    .values([
      { id: 1, number: 'A01', size: 'standard', wall: 'A', col: 1, row: 1 },
      { id: 2, number: 'A02', size: 'standard', wall: 'A', col: 2, row: 1 },
      { id: 3, number: 'A03', size: 'standard', wall: 'A', col: 1, row: 2 },
      { id: 4, number: 'C01', size: 'large', wall: 'C', col: 1, row: 1 },
    ])
    .execute()
}
