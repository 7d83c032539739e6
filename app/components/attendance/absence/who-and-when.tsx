import { Link } from "~/components/ui/link"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { paths } from "~/utils/paths"
import { ChangeAbsence, type ChangeAbsenceProps } from "./change-absence"

type WhoAndWhenProps = {
  off: {
    teacherId: string
    teacherName: string
    when: string
    reason: string | null
    details: ChangeAbsenceProps["details"]
    mayBeRemoved: boolean
  }
  /** a solo teacher has no page of their own among teachers */
  isSolo: boolean
  lastResult: ChangeAbsenceProps["lastResult"]
}

/** Whose absence it is, on which days and why, with the form that changes it. */
export const WhoAndWhen = ({ off, isSolo, lastResult }: WhoAndWhenProps) => (
  <section className="section" aria-labelledby="who-title">
    <h2 id="who-title">
      <RehearsalLetter letter="A" /> Who and when
    </h2>
    <div className="absence-who">
      <dl className="absence-facts">
        <div>
          <dt>Teacher</dt>
          <dd>
            {isSolo ? off.teacherName : <Link to={paths.teacher(off.teacherId)}>{off.teacherName}</Link>}
          </dd>
        </div>
        <div>
          <dt>Away</dt>
          <dd>{off.when}</dd>
        </div>
        <div>
          <dt>Reason, staff only</dt>
          <dd className="wrap-anywhere">{off.reason ?? "None given"}</dd>
        </div>
      </dl>
      {off.mayBeRemoved ? (
        <ChangeAbsence key={JSON.stringify(off.details)} details={off.details} lastResult={lastResult} />
      ) : null}
    </div>
  </section>
)
