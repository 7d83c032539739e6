import { Link } from "~/components/ui/link"
import { NoteHead } from "~/components/ui/note-head"
import { PhoneLink } from "~/components/ui/phone-link"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { OfferedStatus } from "~/models/accounts/own-status/own-status"
import type { RegisterRow as Row } from "~/models/attendance/register/register-view"
import { MarkChoice, markLabel } from "./mark-choice"

type RegisterRowProps = {
  row: Row
  /** the school's own, beside the five */
  statuses: OfferedStatus[]
  /** what was typed before, or the marks as they are */
  chosen: string
  /** the status chosen just now, as the field spells it */
  mark: string
  minutesLate: string
  errors: { code?: string[]; minutesLate?: string[] }
}

/** Field names of a student's mark, and the ids the summary of errors leads to. */
export const markName = (studentId: string) => `marks.${studentId}.code`
export const minutesName = (studentId: string) => `marks.${studentId}.minutesLate`
export const fieldId = (name: string) => `register-${name}`

/** One student: name and what to know at the right, the marks, and under a changed one its effect. */
export function RegisterRow({ row, statuses, chosen, mark, minutesLate, errors }: RegisterRowProps) {
  const nameId = `name-${row.studentId}`
  const code = fieldId(markName(row.studentId))
  const minutes = fieldId(minutesName(row.studentId))
  const counted = mark.split("@")[0] as MarkCode
  const effect = row.effects[mark] ?? row.effects[counted]
  return (
    <li id={code}>
      <div className="name-line">
        <b id={nameId}>{row.name}</b>{" "}
        <span>
          {row.medicalNotes ? <strong className="medical">{row.medicalNotes}</strong> : null}
          {`${row.medicalNotes ? " " : ""}${row.alerts.join(", ")}${row.recorded && row.alerts.length ? "; " : ""}`}
          {row.recorded ? <Recorded done={row.recorded.done} /> : null}
          <Reach row={row} />
        </span>
      </div>
      <MarkChoice
        name={markName(row.studentId)}
        chosen={chosen}
        statuses={statuses}
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
        {(effect?.ownName ? effect : row.effects.late)?.text}
      </p>
      {counted !== "late" && (counted !== "present" || effect?.ownName) ? (
        <p key={mark} className={`mark-effect ${counted}`}>
          <span className="visually-hidden">{`${effect?.ownName ?? markLabel(counted)}: `}</span>
          {effect?.text}
        </p>
      ) : null}
    </li>
  )
}

/** The ways to reach the family, beside the name; calling comes first where there is a medical note. */
function Reach({ row: { name, call, writeTo } }: { row: Row }) {
  return (
    <span className="reach no-print">
      {call ? (
        <>
          <PhoneLink number={call.phone} text={`Call ${call.name}`} />{" "}
        </>
      ) : null}
      {writeTo ? (
        <Link to={writeTo}>
          Message<span className="visually-hidden">{` the family of ${name}`}</span>
        </Link>
      ) : null}
    </span>
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
function Recorded({ done }: Pick<NonNullable<Row["recorded"]>, "done">) {
  return (
    <span className="recorded">
      {done.map(({ text, to }) =>
        to ? (
          <Link key={text} to={to}>
            {text}
          </Link>
        ) : (
          text
        ),
      )}
    </span>
  )
}
