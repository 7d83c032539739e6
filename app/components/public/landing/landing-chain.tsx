import type { ReactNode } from "react"
import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"

type ChainMark = {
  value: "present" | "late" | "absent" | "excused"
  /** the class that shows this mark's consequences while it is chosen */
  shows: "if-present" | "if-late" | "if-absent" | "if-excused"
  label: string
  head: NoteHeadKind
  teacher: string
  line: string
  amount: string
  sum: string
  family: string
}

const marks: ChainMark[] = [
  {
    value: "present",
    shows: "if-present",
    label: "Present",
    head: "on",
    teacher: "Charged. You’re paid $18.00.",
    line: "",
    amount: "$32.50",
    sum: "$130.00",
    family: "Nov 16: Otis was there.",
  },
  {
    value: "late",
    shows: "if-late",
    label: "Late",
    head: "half",
    teacher: "Charged. You’re paid $18.00.",
    line: ", late",
    amount: "$32.50",
    sum: "$130.00",
    family: "Nov 16: Otis was late.",
  },
  {
    value: "absent",
    shows: "if-absent",
    label: "Absent",
    head: "x",
    teacher: "No notice: charged. You’re paid $18.00.",
    line: ", absent",
    amount: "$32.50",
    sum: "$130.00",
    family: "Nov 16: missed without notice, charged.",
  },
  {
    value: "excused",
    shows: "if-excused",
    label: "Excused",
    head: "open",
    teacher: "They told us the day before: not charged, not paid.",
    line: ", excused",
    amount: "$0.00",
    sum: "$97.50",
    family: "Nov 16: excused. 1 make-up lesson to book by Feb 16.",
  },
]

/** What one field says for each mark; the stylesheet shows the chosen one's. */
const each = (field: "teacher" | "line" | "amount" | "sum" | "family") =>
  marks.map((mark) => (
    <span key={mark.shows} className={mark.shows}>
      {field === "line" ? mark.line : `${mark[field]} `}
    </span>
  ))

/** Try a mark and see the invoice and the family's phone follow: real radios and a stylesheet, no script. */
export function LandingChain() {
  return (
    <section className="page-width page-section" id="chain">
      <h2>Take attendance once. Everything follows.</h2>
      <p className="intro">Try it: choose a status for Otis, and watch the invoice and his family’s phone.</p>
      <div className="try-mark">
        <View name="The teacher, Monday 2:00 PM">
          <div className="device">
            <DeviceHead>
              <b>Violin</b> <span>Room 2</span>
            </DeviceHead>
            <h3>Otis Rossi</h3>
            <p className="small">
              <b>Last note</b> <em>Second finger stays down in measure 9.</em>
            </p>
            <div className="mark-choice" role="radiogroup" aria-label="Attendance for Otis Rossi">
              {marks.map(({ value, label, head }) => (
                <label key={value}>
                  <input type="radio" name="try" value={value} defaultChecked={value === "excused"} />
                  <NoteHead kind={head} />
                  {label}
                </label>
              ))}
            </div>
            <p className="told">{each("teacher")}</p>
          </div>
        </View>
        <View name="The invoice, December 1">
          <div className="sheet">
            <h3>Rossi family</h3>
            <dl className="ledger">
              <Line label="Nov 2, Otis" amount="$32.50" />
              <Line label="Nov 9, Otis" amount="$32.50" />
              <div className="decided">
                <dt>Nov 16, Otis{each("line")}</dt>
                <dd>{each("amount")}</dd>
              </div>
              <Line label="Nov 23, Otis" amount="$32.50" />
              <div className="total">
                <dt>To pay</dt>
                <dd>{each("sum")}</dd>
              </div>
            </dl>
          </div>
        </View>
        <View name="The family’s phone">
          <div className="device">
            <DeviceHead>
              <b>Otis</b> <span>Harmony School of Music</span>
            </DeviceHead>
            <p>
              <span className="dim">Next lesson</span> <b className="fact">Mon, Nov 23, 2:00 PM</b>
            </p>
            <p>
              <span className="dim">To pay by Dec 15</span> <b className="fact">{each("sum")}</b>
            </p>
            <p className="told">{each("family")}</p>
          </div>
        </View>
      </div>
    </section>
  )
}

function View({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="try-view">
      <p className="expression">{name}</p>
      {children}
    </div>
  )
}

const DeviceHead = ({ children }: { children: ReactNode }) => <p className="device-head">{children}</p>

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
