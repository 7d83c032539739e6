import { PostForm } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { type AskedInRow, mostOfferDays, usualOfferDays } from "~/models/teaching/waiting-list/waiting-list"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

export type WaitingLineRow = {
  id: string
  studentId: string
  name: string
  /** "left on Jun 30, 2026" of a former student, "paused", or nothing */
  mark: string
  /** as text */
  since: string
  /** The offer's deadline as text; null without an offer. */
  until: string | null
  /** The day from which the offered spot is free (2026-12-10), where that isn’t today. */
  from: string | null
  /** What the family would rather have. */
  wish: string | null
  /** Whether the family gets the email about an offer. */
  isMailable: boolean
  /** Whom to call where they don't. */
  call: { name: string; phone: string } | null
  /** What the class requires and they lack, as sentences. */
  lacks: string[]
}

type WaitingLineProps = {
  rows: WaitingLineRow[]
  canOffer: boolean
  day: string
  asks?: AskedInRow | undefined
}

/** The waiting list in order, with the actions for each student: offer a spot, answer for the family, remove. */
export function WaitingLine({ rows, canOffer, day, asks }: WaitingLineProps) {
  return (
    <ol className="rows">
      {rows.map(({ id, studentId, name, mark, since, until, from, wish, isMailable, call, lacks }) => (
        <li key={id}>
          <span>
            <Link to={paths.student(studentId)}>{name}</Link>{" "}
            {mark ? <span className="small dim"> {mark}</span> : null}
            <br />
            {until ? (
              <Status head="half">
                {`Spot ${from ? `from ${formatDate(from, "medium")} ` : ""}offered until ${until}`}
              </Status>
            ) : (
              <span className="small dim">since {since}</span>
            )}
            {wish ? (
              <>
                <br />
                <span className="small whitespace-pre-line">Asked for another time: {wish}</span>
                {until ? null : (
                  <>
                    <br />
                    <span className="small">
                      Automatic offers skip this student until you clear the request.
                    </span>
                  </>
                )}
              </>
            ) : null}
            {lacks.length > 0 ? (
              <>
                <br />
                <span className="small">
                  {lacks.join(" ")}{" "}
                  {until
                    ? "The family can’t accept this spot. Accept it here with a reason."
                    : canOffer
                      ? "Automatic offers skip this student. If you offer a spot, only you can accept it, with a reason."
                      : "Automatic offers skip this student."}
                </span>
              </>
            ) : null}
            {isMailable ? null : (
              <>
                <br />
                <span className="small">
                  No working email.{" "}
                  {until ? "Call the family about this offer." : "Automatic offers skip this family."}{" "}
                  {call ? <PhoneLink number={call.phone} text={`Call ${call.name}`} /> : null}
                </span>
              </>
            )}
          </span>
          <PostForm className="buttons" sends={{ waitingId: id }}>
            {asks?.waitingId === id && until && asks.field === "prerequisiteReason" ? (
              <ReasonToAccept {...asks} />
            ) : null}
            {until ? (
              <>
                <FirstDay
                  waitingId={id}
                  day={from !== null && from > day ? from : day}
                  asks={asks?.waitingId === id ? asks : undefined}
                  isFormer={mark !== "" && mark !== "paused"}
                />
                <Button intent="accept" aria-label={`Accept for ${name}`}>
                  Accept
                </Button>
              </>
            ) : canOffer ? (
              <>
                <label className="visually-hidden" htmlFor={`days-${id}`}>
                  Days to answer
                </label>
                <select id={`days-${id}`} name="days" defaultValue={String(usualOfferDays)}>
                  {[1, 2, usualOfferDays, 7, 14, mostOfferDays].map((days) => (
                    <option key={days} value={days}>
                      {countOf(days, "day")}
                    </option>
                  ))}
                </select>
                <Button intent="offer" aria-label={`Offer spot to ${name}`}>
                  Offer spot
                </Button>
              </>
            ) : null}
            {wish && !until ? (
              <Button intent="clear-wish" aria-label={`Clear request of ${name}`}>
                Clear request
              </Button>
            ) : null}
            <Button
              intent="decline"
              variant="danger"
              aria-label={until ? `Decline for ${name}` : `Remove ${name} from the waiting list`}
            >
              {until ? "Decline" : "Remove"}
            </Button>
          </PostForm>
        </li>
      ))}
    </ol>
  )
}

type FirstDayProps = { waitingId: string; day: string; asks: AskedInRow | undefined; isFormer: boolean }

/** From when the student is in the class; a former one is active from then. */
function FirstDay({ waitingId, day, asks, isFormer }: FirstDayProps) {
  const id = `starts-${waitingId}`
  const problem = asks?.field === "startsOn" ? asks.message : undefined
  return (
    <div className={problem ? "field invalid" : "field"}>
      <label htmlFor={id}>First day</label>
      {isFormer ? (
        <span className="hint" id={`${id}-hint`}>
          Active again from this day.
        </span>
      ) : null}
      <FieldProblem id={`${id}-error`} message={problem} />
      <input
        id={id}
        name="startsOn"
        type="date"
        min={day}
        defaultValue={asks?.startsOn || day}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : isFormer ? `${id}-hint` : undefined}
      />
    </div>
  )
}

function ReasonToAccept({ waitingId, message, typed }: AskedInRow) {
  const id = `reason-${waitingId}`
  return (
    <div className="field invalid fill">
      <label htmlFor={id}>Reason to enroll without a prerequisite</label>
      <p className="error" id={`${id}-error`} role="alert">
        {message}
      </p>
      <input
        id={id}
        name="prerequisiteReason"
        defaultValue={typed}
        maxLength={200}
        aria-invalid="true"
        aria-describedby={`${id}-error`}
      />
    </div>
  )
}
