/** Prices are display texts, such as "$29" and "$149". */
export type PlanPrices = { monthly: string; yearly: string }

/** Both prices; the period chosen on the page shows one. */
export function PlanPrice({ monthly, yearly }: PlanPrices) {
  return (
    <>
      <span className="mo price">
        {monthly}
        <small>/month</small>
      </span>
      <span className="yr price">
        {yearly}
        <small>/year</small>
      </span>
    </>
  )
}
