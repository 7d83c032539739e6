/** Prices are display texts, such as "$29" and "$149". */
export type PlanPrices = { monthly: string; yearly: string }

/** Both prices; the period chosen on the page shows one. Marked for enhance/fresh-prices.ts, which asks whether they still hold. */
export function PlanPrice({ plan, monthly, yearly }: PlanPrices & { plan: string }) {
  return (
    <>
      <span className="monthly price" data-priced={`${plan}.monthly`}>
        {monthly}
        <small>/month</small>
      </span>{" "}
      <span className="yearly price" data-priced={`${plan}.yearly`}>
        {yearly}
        <small>/year</small>
      </span>
    </>
  )
}
