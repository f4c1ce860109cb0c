export type RefundTerm = { percent: number; amount: number; until: string }

/** What cancelling everything gives back, and before which moment; then the next step, until nothing changes any more. */
export type RefundStep = { until: string; amount: number }

/** Several items have several limits: put together, the sum changes at each of them. */
export function refundSteps(items: RefundTerm[][]): RefundStep[] {
  const moments = [...new Set(items.flatMap((terms) => terms.map(({ until }) => Date.parse(until))))].toSorted((a, b) => a - b)
  const back = (before: number) =>
    items.reduce((sum, terms) => sum + (terms.find(({ until }) => Date.parse(until) >= before)?.amount ?? 0), 0)
  const steps: RefundStep[] = []
  for (const moment of moments) {
    const step = { until: new Date(moment).toISOString(), amount: back(moment) }
    // The same sum for longer is one step.
    if (steps.at(-1)?.amount === step.amount) steps.pop()
    steps.push(step)
  }
  return steps
}
