import { Callout } from "~/components/ui/callout"
import { type Delivery, isTrouble } from "~/models/foundation/outbox/delivery"
import { deliveryCounts, deliveryText, deliveryWord } from "~/texts/foundation/delivery"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"

/** What a payer was emailed about an invoice, and what became of the last of it. */
export type PayerEmails = {
  name: string
  delivery: Delivery
  mails: { isReminder: boolean; on: string; delivery: Delivery }[]
}

type InvoiceEmailsProps = { payers: readonly PayerEmails[] }

/** The invoice's email and its reminders, for each payer, with what became of them. */
export function InvoiceEmails({ payers }: InvoiceEmailsProps) {
  const deliveries = payers.map(({ delivery }) => delivery)
  return (
    <>
      <h2>Emails</h2>
      {payers.length > 1 ? (
        <p className="small dim">
          {countOf(payers.length, "payer")}: {deliveryCounts(deliveries)}.
        </p>
      ) : null}
      {deliveries.some(isTrouble) ? (
        <Callout tone="amber">
          <p>Not every payer gets these emails. Correct the address, or reach them another way.</p>
        </Callout>
      ) : null}
      <ul className="rows">
        {payers.map(({ name, delivery, mails }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payers may share a name, and the list never changes on the page
          <li key={index}>
            <span>
              {name}
              {mails.length === 0 ? <EmailLine delivery={delivery} /> : null}
              {mails.map(({ isReminder, on, delivery: became }, position) => (
                <EmailLine
                  // biome-ignore lint/suspicious/noArrayIndexKey: emails are in the order in which they were sent
                  key={position}
                  delivery={became}
                  what={`${isReminder ? "Reminder" : "Invoice"}, ${formatDate(on, "medium")}`}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const EmailLine = ({ what, delivery }: { what?: string; delivery: Delivery }) => (
  <>
    <br />
    <span className={isTrouble(delivery) ? "small bad" : "small dim"}>
      {what ? `${what}: ${deliveryWord(delivery)}` : deliveryText(delivery)}
    </span>
  </>
)
