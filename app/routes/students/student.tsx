import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LessonNotes } from "~/components/overview/record/lesson-notes"
import { Rhythm } from "~/components/overview/record/rhythm"
import { WorkingOn } from "~/components/overview/record/working-on"
import { StudentConsents } from "~/components/people/consent/student-consents"
import { ProofsOf } from "~/components/people/proof/proofs-of"
import { ComingSessions } from "~/components/people/student/coming-sessions"
import { FamilyOfStudent } from "~/components/people/student/family-of-student"
import { StudentAbout } from "~/components/people/student/student-about"
import { StudentCredits } from "~/components/people/student/student-credits"
import { studentFrame } from "~/components/people/student/student-frame"
import { StudentNotes } from "~/components/people/student/student-notes"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { StudentClasses } from "~/components/teaching/class/student-classes"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import {
  classesOfPage,
  comingOfPage,
  creditsOfPage,
  familyOfPage,
  studentOfPage,
  termEndOfPage,
  termLessonsOfPage,
} from "~/http/page-reads.server"
import { orNotFound } from "~/http/responses.server"
import { hasTextAccount } from "~/models/accounts/text-account/text-account.server"
import { listLeavesOf } from "~/models/attendance/leave/leaves.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { findStudentSide, listLessonNotes } from "~/models/overview/record/student-record.server"
import { listConsentsOf } from "~/models/people/consent/answers.server"
import { accountsOf } from "~/models/people/invitation/account-state.server"
import { listCoversOf } from "~/models/people/proof/proofs.server"
import { titledIn, titleIn } from "~/models/people/student/class-title"
import { statusLabels } from "~/models/people/student/student"
import { findChildTexts } from "~/models/people/text-consent/text-consent.server"
import { leaveText } from "~/texts/attendance/leave"
import { agreedText } from "~/texts/foundation/text-messages"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const family = orNotFound(familyOfPage(actor, student.familyId))
  const { createdAt: _, memberId, ...facts } = student
  const side = findStudentSide(actor, student.id)
  const day = todayOf(actor)
  const name = fullName(student)
  const sessions = titledIn(name, comingOfPage(actor, student.id).slice(0, 4))
  const portals = accountsOf(actor, "guardian-invitation", family.guardians)
  const returned = findReturned([student.email, ...family.guardians.map(({ email }) => email)])
  return {
    student: facts,
    hasLogin: memberId !== null,
    returned: returned.get(student.email?.toLowerCase() ?? "")?.kind ?? null,
    family: {
      ...family,
      guardians: family.guardians.map(({ familyId: _family, memberId: _member, ...guardian }) => ({
        ...guardian,
        portal: portals.get(guardian.id)?.state ?? { kind: "none" as const },
        returned: returned.get(guardian.email ?? "")?.kind ?? null,
      })),
    },
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
    classes: classesOfPage(actor, student.id),
    leaves: listLeavesOf(actor, [student.id])
      .filter(({ state, endsOn }) => state === "asked" || (state === "approved" && (endsOn ?? day) >= day))
      .map((leave) => `${leaveText(leave)}${leave.state === "asked" ? ", asked for" : ""}`),
    sessions,
    day,
    until: termEndOfPage(actor),
    lessons: titledIn(name, termLessonsOfPage(actor, student.id)),
    notes: listLessonNotes(actor, student.id, 2),
    credits: creditsOfPage(actor, student.id).map((credit) => ({
      ...credit,
      originClassName: titleIn(name, credit.originClassName),
    })),
    consents: listConsentsOf(actor, { id: student.id, familyId: student.familyId, name }).map(
      ({ answer, ...consent }) => ({
        ...consent,
        answer: answer && { ...answer, on: localDate(answer.createdAt, actor.school.timeZone) },
      }),
    ),
    texts: textsOf(actor, student),
    mayEnter: may(actor, "student:write") && student.erasedAt === null,
    covers: listCoversOf(actor, [{ noun: "student", id: student.id }]),
    ...side,
    instruments: [
      ...(student.instrument ? [{ instrument: student.instrument, level: student.level }] : []),
      ...side.instruments,
    ],
    statuses: side.statuses.map((change) => ({ ...change, label: statusLabels[change.status] })),
  }
}

/** The texts of a child's own phone; null without an account for texts, and for a student who agrees for themselves. */
function textsOf(actor: Actor, student: NonNullable<ReturnType<typeof studentOfPage>>) {
  const found = hasTextAccount(actor) && student.erasedAt === null ? findChildTexts(actor, student) : null
  if (!found) return null
  const on = localDate(found.agreedAt ?? 0, actor.school.timeZone)
  return { phone: found.phone, isOn: found.state === "on", agreed: agreedText({ ...found, on }) }
}

/** The undo beside "status changed"; the steps themselves are at the end of the edit page. */
export const handle: FramedPage = { tab: "overview" }

export const meta = frameTitle(studentFrame, (student) => student.name)

export default function Student() {
  const { student, isSolo, classes, sessions, currency, ...loaded } = useLoaderData<typeof loader>()
  return (
    <div className="two-columns">
      <div className="stack">
        <section className="section" aria-labelledby="attendance">
          <header>
            <h2 id="attendance">Attendance</h2>
            <Link to={paths.studentLessons(student.id)}>View all lessons</Link>
          </header>
          <Rhythm lessons={loaded.lessons} day={loaded.day} until={loaded.until} />
        </section>
        <LessonNotes notes={loaded.notes} studentId={student.id} />
        <ComingSessions studentId={student.id} sessions={sessions} isSolo={isSolo} />
        <WorkingOn
          studentId={student.id}
          name={student.firstName}
          pieces={loaded.pieces}
          practiceMinutes={loaded.practiceMinutes}
        />
      </div>
      <div className="stack">
        <FamilyOfStudent
          family={loaded.family}
          student={{ id: student.id, firstName: student.firstName, hasLogin: loaded.hasLogin }}
        />
        <StudentCredits studentId={student.id} credits={loaded.credits} />
        <StudentClasses
          id={student.id}
          name={student.firstName}
          classes={classes}
          leaves={loaded.leaves}
          currency={currency}
          isSolo={isSolo}
        />
        <section className="section" aria-labelledby="facts">
          <header>
            <h2 id="facts">About {student.firstName || "the student"}</h2>
            {student.erasedAt === null ? <Link to={paths.editStudent(student.id)}>Edit student</Link> : null}
          </header>
          <StudentAbout
            student={student}
            returned={loaded.returned}
            instruments={loaded.instruments}
            answers={loaded.answers}
            statuses={loaded.statuses}
          />
        </section>
        <ProofsOf noun="student" id={student.id} covers={loaded.covers} />
        <StudentConsents
          studentId={student.id}
          mayEnter={loaded.mayEnter}
          texts={loaded.texts}
          consents={loaded.consents}
        />
        <StudentNotes notes={student.notes} />
        <p>
          <Link to={paths.studentActivity(student.id)}>Activity</Link>
        </p>
      </div>
    </div>
  )
}
