import { LedgerList } from "~/components/ui/ledger-list"
import { useHasRight } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { ClassKind } from "~/models/teaching/class/class"
import { type Prerequisite, prerequisitesText } from "~/models/teaching/prerequisite/prerequisite"
import type { Price } from "~/models/teaching/price/price"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { classNoun, priceText } from "./class-labels"

type AboutProps = {
  schoolClass: {
    id: string
    kind: ClassKind
    rules: { text: string; minutes: number }[]
    price: Price | null
    comingPrices: (Price & { fromDate: string })[]
    teacherId: string | null
    teacherName: string | null
    later: { from: string; teacherId: string | null; name: string | null } | null
    roomName: string | null
    onlineLink: string | null
    capacity: number
  }
  /** To the school's own fields. */
  answers: { label: string; value: string }[]
  coTeachers: { id: string; teacherId: string; name: string; startsOn: string; isComing: boolean }[]
  prerequisites: Prerequisite[]
  currency: string
  isSolo: boolean
}

const coTeacherText = ({ name, startsOn, isComing }: AboutProps["coTeachers"][number]) =>
  isComing ? `${name} from ${formatDate(startsOn, "day")}` : name

/** A class's schedule, teacher, room and price; one without a weekly time is labeled as not scheduled. */
export function ClassAbout({
  schoolClass,
  answers,
  coTeachers,
  prerequisites,
  currency,
  isSolo,
}: AboutProps) {
  const seesPrices = useHasRight()("invoice:read")
  const { kind, rules, price, comingPrices, teacherId, teacherName, later } = schoolClass
  const teacher = teacherId ? <Link to={paths.teacher(teacherId)}>{teacherName}</Link> : "None yet"
  const noPrice = kind === "trial" ? "None" : "Not set"
  const notScheduled = (
    <Status head="open" tone="warn">
      Not scheduled
    </Status>
  )
  const when = rules.map(({ text, minutes }) => `${text}, ${minutes} min`).join("; ")
  return (
    <section className="section" aria-labelledby="facts">
      <header>
        <h2 id="facts">About</h2>
        <Link to={paths.editClass(schoolClass.id)}>Edit {classNoun(isSolo).one}</Link>
      </header>
      <LedgerList
        facts
        rows={[
          { label: "When", amount: when || (kind === "trial" ? "One lesson" : notScheduled) },
          ...(isSolo
            ? []
            : [
                { label: "Teacher", amount: teacher },
                ...(later
                  ? [
                      {
                        label: `Teacher from ${formatDate(later.from, "medium")}`,
                        amount: later.teacherId ? (
                          <Link to={paths.teacher(later.teacherId)}>{later.name}</Link>
                        ) : (
                          "None yet"
                        ),
                      },
                    ]
                  : []),
                {
                  label: <Link to={paths.coTeachers(schoolClass.id)}>Co-teachers</Link>,
                  amount: coTeachers.length === 0 ? "None" : coTeachers.map(coTeacherText).join(", "),
                },
              ]),
          { label: "Room", amount: schoolClass.roomName ?? "None" },
          ...(schoolClass.onlineLink
            ? [
                {
                  label: "Online",
                  amount: <a href={schoolClass.onlineLink}>{new URL(schoolClass.onlineLink).hostname}</a>,
                },
              ]
            : []),
          ...(seesPrices && (price || comingPrices.length === 0)
            ? [{ label: "Price", amount: price ? priceText(price, currency) : noPrice }]
            : []),
          ...comingPrices.map((coming) => ({
            label: `${price ? "From" : "Price from"} ${formatDate(coming.fromDate, "medium")}`,
            amount: priceText(coming, currency),
          })),
          { label: "Spots", amount: schoolClass.capacity },
          {
            label: <Link to={paths.prerequisites(schoolClass.id)}>Prerequisites</Link>,
            amount: prerequisitesText(prerequisites),
          },
          ...answers.map(({ label, value }) => ({ label, amount: value })),
        ]}
      />
    </section>
  )
}
