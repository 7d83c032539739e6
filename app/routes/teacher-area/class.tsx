import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnswerList } from "~/components/foundation/custom-field/answer-list"
import { ResourceLinks } from "~/components/learning/resource/resource-links"
import { NotedSessions } from "~/components/overview/teacher-area/noted-sessions"
import { pageTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { toldAnswers } from "~/models/foundation/custom-field/answers.server"
import { seenBy } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listSharedWithClass } from "~/models/learning/resource/list-resources.server"
import { findOwnClass, listClassSessions, listRoster } from "~/models/overview/teacher-area/own-class.server"
import { alertsOf, attendanceText, type TaughtFacts } from "~/models/overview/teacher-area/taught"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { kindLabels } from "~/models/teaching/class/class-query"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const found = orNotFound(findOwnClass(actor, own.id, params.classId ?? ""))
  return {
    isSolo: actor.school.kind === "solo",
    found,
    hasEnded: found.endedOn !== null && found.endedOn < todayOf(actor),
    answers: toldAnswers(actor, seenBy(listFields(actor, "class"), "teachers"), found.id),
    roster: listRoster(actor, own.id, found.id),
    ...listClassSessions(actor, found.id),
    resources: listSharedWithClass(actor, found.id).map(({ id, title }) => ({ id, title })),
  }
}

export const meta = pageTitle<typeof loader>((data) => data.found.name)

export default function OwnClass() {
  const { found, hasEnded, roster, coming, past, resources, isSolo, answers } = useLoaderData<typeof loader>()
  const open = [...coming, ...past].find(({ register }) => register === "live" || register === "missing")
  return (
    <>
      <PageHead
        back={{ to: paths.teacherClasses(), label: isSolo ? "My lessons" : "My classes" }}
        title={found.name}
        expression={[
          kindLabels[found.kind].toLowerCase(),
          found.patterns.join("; ") || "not scheduled",
          found.roomName,
          found.endedOn ? `${hasEnded ? "ended" : "ends"} ${formatDate(found.endedOn, "medium")}` : null,
        ]
          .filter(Boolean)
          .join(", ")}
        actions={
          open ? (
            <LinkButton variant="primary" to={paths.session(open.id)}>
              Take attendance, {formatDate(open.localDate, "day")}
            </LinkButton>
          ) : undefined
        }
      />
      <div className="two-columns">
        <section className="section" aria-labelledby="roster">
          <h2 id="roster">
            Students, {roster.length} of {found.capacity}
          </h2>
          {roster.length ? (
            <RosterList roster={roster} />
          ) : (
            <EmptyState>
              {isSolo
                ? "No students enrolled yet."
                : "No students yet. They appear here once the office enrolls them."}
            </EmptyState>
          )}
          <p className="toolbar">
            <Link to={paths.ownEmergencySheet({ class: found.id })}>Emergency sheet</Link>{" "}
            <Link to={paths.ownAttendanceSheet(found.id)}>Attendance sheet of a month</Link>
          </p>
        </section>
        <div className="stack">
          {answers.length > 0 ? (
            <section className="section" aria-labelledby="details">
              <h2 id="details">More details</h2>
              <AnswerList rows={answers} />
            </section>
          ) : null}
          <ResourceLinks resources={resources} none="No resources shared with this class yet." />
          <section className="section" aria-labelledby="coming">
            <h2 id="coming">Upcoming lessons</h2>
            {coming.length ? (
              <NotedSessions sessions={coming} />
            ) : (
              <p className="dim">No upcoming lessons.</p>
            )}
          </section>
          <section className="section" aria-labelledby="past">
            <h2 id="past">Past lessons and notes</h2>
            {past.length ? (
              <NotedSessions sessions={past} />
            ) : (
              <p className="dim">No past lessons yet. Your lesson notes appear here.</p>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

type Rostered = TaughtFacts & {
  studentId: string
  name: string
  level: string | null
  medicalNotes: string | null
  startsOn: string
  endsOn: string | null
  isYetToStart: boolean
}

/** The students of a class, with what their teacher should know beforehand. */
function RosterList({ roster }: { roster: Rostered[] }) {
  return (
    <ul className="register-list unmarked">
      {roster.map((student) => (
        <li key={student.studentId}>
          <div className="name-line">
            <b>
              <Link to={paths.teacherStudent(student.studentId)}>{student.name}</Link>
            </b>{" "}
            <span>
              {student.medicalNotes ? (
                <span className="medical whitespace-pre-line">Medical: {student.medicalNotes}</span>
              ) : null}
              {remarksOf(student).join("; ")}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function remarksOf(student: Rostered): string[] {
  const { held, level, startsOn, endsOn, isYetToStart } = student
  return [
    ...alertsOf(student),
    isYetToStart ? `starts ${formatDate(startsOn, "day")}` : null,
    endsOn ? `until ${formatDate(endsOn, "day")}` : null,
    held > 0 ? `${attendanceText(student)} this term` : null,
    level,
  ].filter((remark) => remark !== null)
}
