type SubscriptionFactsProps = {
  view: {
    standing: { heading: string; text: string }
    planName: string | null
    interval: string | null
    price: string | null
    paidUntil: string | null
    /** another plan or period that begins then, in words */
    next: string | null
    nextCharge: string | null
    /** what a coupon takes off, in words */
    discount: string | null
    /** the account credit left, in words */
    credit: string | null
  }
}

/** The status as text, the plan, and what it costs when. */
export function SubscriptionFacts({ view }: SubscriptionFactsProps) {
  const { standing, planName, interval, price, paidUntil, next, nextCharge, discount, credit } = view
  return (
    <>
      <dl className="ledger">
        <Fact label="Status" value={standing.heading} />
        {planName ? <Fact label="Plan" value={planName} /> : null}
        {interval && price ? <Fact label="Billed" value={`${interval}, ${price}`} /> : null}
        {paidUntil ? <Fact label="Paid until" value={paidUntil} /> : null}
        {next ? <Fact label="Next plan" value={next} /> : null}
        {discount ? <Fact label="Discount" value={discount} /> : null}
        {credit ? <Fact label="Account credit" value={credit} /> : null}
        {nextCharge ? <Fact label="Next charge" value={nextCharge} /> : null}
      </dl>
      <p>{standing.text}</p>
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="long-text">{value}</dd>
  </div>
)
