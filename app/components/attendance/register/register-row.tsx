import { Link } from "~/components/ui/link"
import { NoteHead } from "~/components/ui/note-head"
import type { MarkCode, Outcome } from "~/models/accounts/outcome/outcome"
import { effectOf } from "~/models/attendance/register/register"
import type { RegisterRow as Row } from "~/models/attendance/register/register-view"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { MarkChoice } from "./mark-choice"

type RegisterRowProps = {
  row: Row
  outcomes: Outcome[]
  /** what was typed before, or the marks as they are */
  chosen: MarkCode
  minutesLate: string
  errors: { code?: string[]; minutesLate?: string[] }
  seesMoney: boolean
}

/** Field names of a student's mark, and the ids the summary of errors leads to. */
export const markName = (studentId: string) => `marks.${studentId}.code`
export const minutesName = (studentId: string) => `marks.${studentId}.minutesLate`
export const fieldId = (name: string) => `register-${name}`

/** One student: name and what to know at the right, the marks, and under a changed one its effect. */
export function RegisterRow({ row, outcomes, chosen, minutesLate, errors, seesMoney }: RegisterRowProps) {
  const nameId = `name-${row.studentId}`
  const code = fieldId(markName(row.studentId))
  const minutes = fieldId(minutesName(row.studentId))
  const effectText = (mark: MarkCode) => {
    const outcome = outcomes.find((each) => each.code === mark)
    return outcome ? effectOf(row.terms, outcome).text : ""
  }
  return (
    <li id={code}>
      <div className="name-line">
        <b id={nameId}>{row.name}</b>{" "}
        <span>
          {row.medicalNotes ? <strong className="medical">{row.medicalNotes}</strong> : null}
          {row.medicalNotes ? " " : null}
          {row.alerts.join(", ")}
          {row.recorded && row.alerts.length ? "; " : null}
          {row.recorded ? <Recorded row={row} recorded={row.recorded} seesMoney={seesMoney} /> : null}
        </span>
      </div>
      <MarkChoice
        name={markName(row.studentId)}
        chosen={chosen}
        labelledBy={nameId}
        describedBy={errors.code ? `${code}-error` : undefined}
        cancelledId={`cancelled-${row.studentId}`}
      />
      <Message id={`${code}-error`} errors={errors.code} />
      <Message id={`${minutes}-error`} errors={errors.minutesLate} />
      <p className="mark-effect late">
        <label htmlFor={minutes}>Minutes late</label>{" "}
        <input
          type="text"
          id={minutes}
          name={minutesName(row.studentId)}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={minutesLate}
          aria-invalid={errors.minutesLate ? true : undefined}
          aria-describedby={errors.minutesLate ? `${minutes}-error` : undefined}
        />{" "}
        {effectText("late")}
      </p>
      <p className="mark-effect absent">
        <span className="visually-hidden">Absent: </span>
        {effectText("absent")}
      </p>
      <p className="mark-effect excused">
        <span className="visually-hidden">Excused: </span>
        {effectText("excused")}
      </p>
      <p className="mark-effect cancelled">
        <span className="visually-hidden">Canceled by school: </span>
        {effectText("cancelled")}
      </p>
    </li>
  )
}

function Message({ id, errors }: { id: string; errors?: string[] }) {
  return errors ? (
    <p className="error" id={id}>
      <NoteHead kind="x" />
      <span>{errors.join(" ")}</span>
    </p>
  ) : null
}

/** What the recorded mark has done: the money, on which invoice, and the credit, each a link where it leads somewhere. */
function Recorded({
  row,
  recorded,
  seesMoney,
}: {
  row: Row
  recorded: NonNullable<Row["recorded"]>
  seesMoney: boolean
}) {
  const { chargedMinor, invoice, creditUntil, madeUpOn } = recorded
  const money = chargedMinor
    ? row.terms.currency === null
      ? "Charged"
      : `${formatMoney(chargedMinor, row.terms.currency)} charged`
    : row.terms.isWaived
      ? "Waived"
      : "Not charged"
  const credit = creditUntil
    ? `make-up credit until ${formatDate(creditUntil, "day")}`
    : madeUpOn
      ? `made up on ${formatDate(madeUpOn, "day")}`
      : null
  return (
    <span className="recorded">
      {money}
      {invoice && seesMoney ? (
        <>
          {", "}
          <Link to={paths.invoice(invoice.invoiceId)}>invoice {invoice.number}</Link>
        </>
      ) : invoice ? (
        `, on invoice ${invoice.number}`
      ) : chargedMinor && seesMoney ? (
        <>
          {", "}
          <Link to={paths.newInvoice({ family: row.familyId })}>not invoiced yet</Link>
        </>
      ) : null}
      {credit ? (
        <>
          {"; "}
          {seesMoney ? (
            <Link to={paths.attendance({ view: "credits", student: row.studentId })}>{credit}</Link>
          ) : (
            credit
          )}
        </>
      ) : null}
    </span>
  )
}
