import { useLocation } from "@remix-run/react"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

/** Over every page of the office while a payment to us is due; the subscription's own page says more. */
export function PaymentNotice({ openUntil }: { openUntil: string }) {
  const { pathname } = useLocation()
  if (pathname === paths.subscriptionSettings()) return null
  return (
    <Callout tone="red">
      <p>
        {`${platformProvider} couldn’t charge your Tutti subscription. Everything stays available until `}
        {openUntil}. <Link to={paths.subscriptionSettings()}>Fix your payment</Link>
      </p>
    </Callout>
  )
}
