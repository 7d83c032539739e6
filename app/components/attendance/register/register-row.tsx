import { Link } from "~/components/ui/button"
import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import { PhoneLink } from "~/components/ui/phone-link"
import { type OfferedStatus, spellStatus } from "~/models/accounts/custom-status/custom-status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { RegisterRow as Row } from "~/models/attendance/register/register-view"

const signs: { code: Exclude<MarkCode, "cancelled">; head: NoteHeadKind; label: string }[] = [
  { code: "present", head: "on", label: "Present" },
  { code: "late", head: "half", label: "Late" },
  { code: "absent", head: "x", label: "Absent" },
  { code: "excused", head: "open", label: "Excused" },
]

const cancelled = { head: "rest", label: "Canceled by school" } as const

const signOf = (code: MarkCode) => signs.find((sign) => sign.code === code) ?? cancelled

/** What a mark is called where its effect is said. */
const markLabel = (code: MarkCode): string => signOf(code).label

type MarkChoiceProps = {
  name: string
  /** what is chosen when the page comes, as the field spells it */
  chosen: string
  /** the school's own, below the others */
  statuses: OfferedStatus[]
  /** the id of the student's name */
  labelledBy: string
  describedBy?: string
  /** the id of the fifth mark's radio: labels elsewhere on the page tap it */
  cancelledId: string
}

/**
 * Four marks under the thumb. The fifth, cancelled by the school, is rare: it stays out of sight until the keyboard or
 * the list below the register reaches it, and shows itself when it is chosen.
 */
function MarkChoice({ name, chosen, statuses, ...ids }: MarkChoiceProps) {
  const { labelledBy, describedBy, cancelledId } = ids
  // A status that isn't offered anymore leaves what it counted as.
  const value = statuses.some((status) => spelled(status) === chosen) ? chosen : (chosen.split("@")[0] ?? "")
  const marks = { name, value, statuses, cancelledId }
  return (
    <div
      className="mark-choice"
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      <Marks {...marks} />
    </div>
  )
}

const spelled = ({ countsAs, id }: OfferedStatus) => spellStatus({ code: countsAs, statusId: id })

type MarksProps = Pick<MarkChoiceProps, "name" | "statuses" | "cancelledId"> & { value: string }

/** The choice itself, which is the same for a student's every lesson. */
function Marks({ name, value, statuses, cancelledId }: MarksProps) {
  return (
    <>
      {signs.map(({ code, head, label }) => (
        <label key={code}>
          <input type="radio" name={name} value={code} defaultChecked={value === code} />
          <NoteHead kind={head} />
          {`${label} `}
        </label>
      ))}
      <label className="cancelled-mark">
        <input
          type="radio"
          id={cancelledId}
          name={name}
          value="cancelled"
          defaultChecked={value === "cancelled"}
        />
        <NoteHead kind="rest" />
        {cancelled.label}
      </label>
      {statuses.map((status) => (
        <label key={status.id} className="own-mark">
          <input
            type="radio"
            name={name}
            value={spelled(status)}
            defaultChecked={value === spelled(status)}
          />
          <NoteHead kind={signOf(status.countsAs).head} />
          <span>{status.name}</span>{" "}
        </label>
      ))}
    </>
  )
}

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
          {row.recorded ? <Recorded done={row.recorded.done} /> : null} <Reach row={row} />
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
