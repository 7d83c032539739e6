import { platformProvider } from "~/utils/payment-providers"

type PaidOrphansProps = { orphans: { providerSubscriptionId: string; at: string }[] }

/** Subscriptions that were paid after their registration was canceled; we ended them at the provider. */
export function PaidOrphans({ orphans }: PaidOrphansProps) {
  if (orphans.length === 0) return null
  return (
    <section className="section" aria-labelledby="orphans">
      <h2 id="orphans">Paid after the registration was canceled</h2>
      <p>{`We ended these at ${platformProvider}. You may need to refund them there.`}</p>
      <ul>
        {orphans.map(({ providerSubscriptionId, at }) => (
          <li key={providerSubscriptionId}>
            {providerSubscriptionId} <span className="dim">{at}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
