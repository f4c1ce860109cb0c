export type RefundTerm = { percent: number; amount: number; until: string }

/** Refund for cancelling everything before a moment; the next step applies after it. */
export type RefundStep = { until: string; amount: number }

/** Merges the refund terms of several items: the total changes at each of their deadlines. */
export function refundSteps(items: RefundTerm[][]): RefundStep[] {
  const moments = [...new Set(items.flatMap((terms) => terms.map(({ until }) => Date.parse(until))))].toSorted((a, b) => a - b)
  const back = (before: number) =>
    items.reduce((sum, terms) => sum + (terms.find(({ until }) => Date.parse(until) >= before)?.amount ?? 0), 0)
  const steps: RefundStep[] = []
  for (const moment of moments) {
    const step = { until: new Date(moment).toISOString(), amount: back(moment) }
    // Consecutive steps with the same amount are one.
    if (steps.at(-1)?.amount === step.amount) steps.pop()
    steps.push(step)
  }
  return steps
}
