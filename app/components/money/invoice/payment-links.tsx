import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

type PaymentLinksProps = {
  /** whose link it is, its secret, and the last day it works */
  links: { name: string; secret: string; until: string }[]
}

/** The links that open and pay this invoice without a login, and the switch for them. */
export function PaymentLinks({ links }: PaymentLinksProps) {
  return (
    <section aria-labelledby="payment-links">
      <h2 id="payment-links">Payment link</h2>
      {links.length === 0 ? (
        <>
          <p className="dim">Off. Only people with a login can see and pay this invoice online.</p>
          <ActButton
            needs="invoice:issue"
            intent="renew-link"
            pending="Creating…"
            label="Create payment link"
          />
        </>
      ) : (
        <>
          <p className="small dim">Anyone with the link can see and pay this invoice, and nothing else.</p>
          <ul className="rows">
            {links.map(({ name, secret, until }) => (
              <li key={secret}>
                <span>
                  <Link to={paths.payInvoice(secret)} reloadDocument>
                    Payment page for {name}
                  </Link>
                  <br />
                  <span className="small dim">Works until {formatDate(until, "medium")}</span>
                </span>
              </li>
            ))}
          </ul>
          <ActButton
            needs="invoice:issue"
            intent="end-link"
            pending="Turning off…"
            label="Turn off payment link"
          />
        </>
      )}
    </section>
  )
}
