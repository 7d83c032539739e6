import { CalloutText } from "~/components/ui/callout"
import { type Delivery, isTrouble, type PhoneDelivery } from "~/models/foundation/outbox/delivery"
import { deliveryCounts, deliveryText, deliveryWord, phoneText } from "~/texts/foundation/delivery"
import { countOf, formatDate } from "~/utils/formats"

/** What a payer was emailed about an invoice, and what became of the last of it. */
export type PayerEmails = {
  name: string
  delivery: Delivery
  /** When they first opened it in the portal. */
  opened: string | null
  mails: { isReminder: boolean; on: string; delivery: Delivery; phone: PhoneDelivery[] }[]
}

type InvoiceEmailsProps = {
  payers: readonly PayerEmails[]
  /** Others of the family who have opened it in the portal, and when first. */
  others: readonly { name: string; opened: string }[]
  /** Whose address has returned emails by now, whatever became of this invoice's. */
  notEmailed: string
}

/** The invoice's email and its reminders, for each payer, with what became of them, and who has opened it. */
export function InvoiceEmails({ payers, others, notEmailed }: InvoiceEmailsProps) {
  const deliveries = payers.map(({ delivery }) => delivery)
  return (
    <>
      <h2>Deliveries</h2>
      {payers.length > 1 ? (
        <p className="small dim">
          {countOf(payers.length, "payer")}: {deliveryCounts(deliveries)}.
        </p>
      ) : null}
      {notEmailed ? <p className="bad">{notEmailed}</p> : null}
      {deliveries.some(isTrouble) ? (
        <CalloutText tone="amber">
          Not every payer gets the emails. Correct the address, or reach them another way.
        </CalloutText>
      ) : null}
      <ul className="rows">
        {payers.map(({ name, delivery, opened, mails }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payers may share a name, and the list never changes on the page
          <li key={index}>
            <span>
              {name}
              {mails.length === 0 ? <EmailLines delivery={delivery} /> : null}
              {mails.map(({ isReminder, on, delivery: became, phone }, position) => (
                <EmailLines
                  // biome-ignore lint/suspicious/noArrayIndexKey: emails are in the order in which they were sent
                  key={position}
                  delivery={became}
                  what={`${isReminder ? "Reminder" : "Invoice"}, ${formatDate(on, "medium")}`}
                  phone={phone}
                />
              ))}
              {opened ? <OpenedLine opened={opened} /> : null}
            </span>
          </li>
        ))}
        {others.map(({ name, opened }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may share a name, and the list never changes on the page
          <li key={`other ${index}`}>
            <span>
              {name}
              <OpenedLine opened={opened} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const Line = ({ isBad = false, children }: { isBad?: boolean; children: string }) => (
  <>
    <br />
    <span className={isBad ? "small bad" : "small dim"}>{children}</span>
  </>
)

const OpenedLine = ({ opened }: { opened: string }) => <Line>{`Opened in the portal ${opened}`}</Line>

type EmailLinesProps = { what?: string; delivery: Delivery; phone?: PhoneDelivery[] }

const EmailLines = ({ what, delivery, phone = [] }: EmailLinesProps) => (
  <>
    <Line isBad={isTrouble(delivery)}>
      {what ? `${what}: ${deliveryWord(delivery)}` : deliveryText(delivery)}
    </Line>
    {phone.map((one) => (
      <Line key={one.channel}>{phoneText(one)}</Line>
    ))}
  </>
)
