import { Fragment, type ReactNode } from "react"
import { Photo } from "~/components/foundation/photo/photo"
import { type Delivery, isTrouble, type PhoneDelivery } from "~/models/foundation/outbox/delivery"
import { deliveryCounts, phoneCounts, phoneText } from "~/texts/foundation/delivery"
import { countOf, formatNumber, formFor } from "~/utils/formats"

type Person = {
  id: string
  name: string
  why: string
  read: string
  hasRead: boolean
  hasConfirmed: boolean
  isAuthor: boolean
  /** What became of the last message's email; null where the reader isn't shown that. */
  delivery: Delivery | null
  /** What became of its text message and notification. */
  phone: PhoneDelivery[]
  /** The member whose photo is shown. */
  photoOf: string | null
}

type PeopleOfConversationProps = {
  kind: "conversation" | "announcement"
  people: Person[]
  /** An announcement asks to be confirmed. */
  asksReceipt?: boolean
  /** what its author can do with it */
  children?: ReactNode
}

/** The participants, why each is included, and how far each has read. An announcement folds its recipients. */
export function PeopleOfConversation({ kind, people, asksReceipt, children }: PeopleOfConversationProps) {
  const recipients = people.filter(({ isAuthor }) => !isAuthor)
  if (kind === "conversation")
    return (
      <section className="section" aria-labelledby="people">
        <h2 id="people">People</h2>
        <PersonList people={people} />
        <DeliveryCounts people={people} />
      </section>
    )
  return (
    <section className="section" aria-labelledby="people">
      <h2 id="people">Recipients</h2>
      <details>
        <summary>{readText(recipients, asksReceipt === true)}</summary>
        <PersonList people={recipients} />
      </details>
      <DeliveryCounts people={recipients} />
      {children}
    </section>
  )
}

/** "Last message: 2 opened, 51 delivered, 1 came back"; of one person their row says it. */
function DeliveryCounts({ people }: { people: Person[] }) {
  const deliveries = people.flatMap(({ delivery }) => delivery ?? [])
  const phone = people.flatMap((person) => person.phone)
  const counts = [deliveryCounts(deliveries), phoneCounts("text", phone), phoneCounts("push", phone)]
  return deliveries.length > 1 ? (
    <p className="small dim">Last message: {counts.filter(Boolean).join(". ")}.</p>
  ) : null
}

/** "54 people, 2 have read it", "54 people, 2 have read it, 1 has confirmed" */
function readText(recipients: Person[], asksReceipt: boolean): string {
  const confirmed = recipients.filter(({ hasConfirmed }) => hasConfirmed).length
  return asksReceipt
    ? `${whoRead(recipients)}, ${formatNumber(confirmed)} ${formFor(confirmed, "has", "have")} confirmed`
    : whoRead(recipients)
}

function whoRead(recipients: Person[]): string {
  const people = countOf(recipients.length, "person", "people")
  const readers = recipients.filter(({ hasRead }) => hasRead).length
  return readers === 0
    ? `${people}, not read yet`
    : `${people}, ${formatNumber(readers)} ${formFor(readers, "has", "have")} read it`
}

function PersonList({ people }: { people: Person[] }) {
  return (
    <ul className="rows">
      {people.map(({ id, name, why, read, hasRead, photoOf, delivery, phone }) => (
        <li key={id}>
          <span>
            {photoOf ? <Photo memberId={photoOf} /> : null}
            {name}
            <br />
            <span className="small dim">{why}</span>
            {(hasRead ? [] : phone).map((one) => (
              <Fragment key={one.channel}>
                <br />
                <span className="small dim">{phoneText(one)}</span>
              </Fragment>
            ))}
          </span>{" "}
          <span className={delivery && isTrouble(delivery) ? "small bad" : "small dim"}>{read}</span>
        </li>
      ))}
    </ul>
  )
}
