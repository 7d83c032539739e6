import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { Price } from "~/models/teaching/price/price"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { priceText } from "./class-labels"

type AboutProps = {
  schoolClass: {
    rules: { text: string; minutes: number }[]
    price: Price | null
    comingPrices: (Price & { fromDate: string })[]
    teacherId: string | null
    teacherName: string | null
    roomName: string | null
    onlineLink: string | null
    capacity: number
  }
  currency: string
  isSolo: boolean
}

/** A class's schedule, teacher, room and price; one without a weekly time is labeled as not scheduled. */
export function ClassAbout({ schoolClass, currency, isSolo }: AboutProps) {
  const { rules, price, comingPrices, teacherId, teacherName } = schoolClass
  const teacher = teacherId ? <Link to={paths.teacher(teacherId)}>{teacherName}</Link> : "None yet"
  const notScheduled = (
    <Status head="open" tone="warn">
      Not scheduled
    </Status>
  )
  const when = rules.map(({ text, minutes }) => `${text}, ${minutes} min`).join("; ")
  return (
    <section className="section" aria-labelledby="facts">
      <h2 id="facts">About</h2>
      <LedgerList
        rows={[
          { label: "When", amount: when || notScheduled },
          ...(isSolo ? [] : [{ label: "Teacher", amount: teacher }]),
          { label: "Room", amount: schoolClass.roomName ?? "None" },
          ...(schoolClass.onlineLink
            ? [
                {
                  label: "Online",
                  amount: <a href={schoolClass.onlineLink}>{new URL(schoolClass.onlineLink).hostname}</a>,
                },
              ]
            : []),
          { label: "Price", amount: price ? priceText(price, currency) : "Not set" },
          ...comingPrices.map((coming) => ({
            label: `From ${formatDate(coming.fromDate, "medium")}`,
            amount: priceText(coming, currency),
          })),
          { label: "Spots", amount: schoolClass.capacity },
        ]}
      />
    </section>
  )
}
