import { setTimeout as delay } from 'node:timers/promises'

/** The parties outside: three providers, and whoever issues the papers. */
export const parties = ['ECPay', 'NewebPay', 'LINE Pay', 'the issuer'] as const
export type Party = (typeof parties)[number]

/** One party at a time does what it is asked to and answers nothing. */
export type Outages = {
  isSilent(party: Party): boolean
  /** Whether an answer is lost, by chance or because the party is silent; a silent one keeps the connection open until it is heard again. */
  loses(party: Party, byChance: boolean): Promise<boolean>
  /** Begins one outage after another until the trial is over; answers how many there were. */
  keepFailing(isOver: () => boolean): Promise<number>
}

export function openOutages(seconds: number): Outages {
  let silent: Party | undefined
  return {
    isSilent: (party) => party === silent,
    async loses(party, byChance) {
      const isSilent = () => party === silent
      const isLost = isSilent() || byChance
      while (isSilent()) await delay(50)
      return isLost
    },
    async keepFailing(isOver) {
      let times = 0
      for (; !isOver(); times++) {
        silent = parties[times % parties.length]
        await waitFor(seconds, isOver)
      }
      silent = undefined
      return times
    },
  }
}

async function waitFor(seconds: number, isOver: () => boolean): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end && !isOver();) await delay(50)
}
