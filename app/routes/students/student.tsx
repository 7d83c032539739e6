import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { Rhythm } from "~/components/overview/record/rhythm"
import { ConsentStateText } from "~/components/people/consent/consent-state"
import { ProofsOf } from "~/components/people/proof/proofs-of"
import { BounceMark } from "~/components/people/student/bounce-mark"
import { ComingSessions } from "~/components/people/student/coming-sessions"
import { FamilyOfStudent } from "~/components/people/student/family-of-student"
import { StudentCredits } from "~/components/people/student/student-credits"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { StudentClasses } from "~/components/teaching/class/student-classes"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PhoneText } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { orNotFound, requireMember } from "~/http/guards.server"
import {
  classesOfPage,
  comingOfPage,
  creditsOfPage,
  familyOfPage,
  studentOfPage,
  termEndOfPage,
  termLessonsOfPage,
} from "~/http/page-reads.server"
import { hasTextAccount } from "~/models/accounts/text-account/text-account.server"
import { listLeavesOf } from "~/models/attendance/leave/leaves.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { findBounces } from "~/models/foundation/outbox/bounce.server"
import { type Piece, pieceLabel, pieceStateLabels } from "~/models/learning/repertoire/piece"
import type { LessonNote } from "~/models/overview/record/student-record"
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
import { countOf, formatDate } from "~/utils/formats"
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
  const returned = findBounces([student.email, ...family.guardians.map(({ email }) => email)])
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
          <StudentAbout student={student} {...loaded} />
        </section>
        <ProofsOf noun="student" id={student.id} covers={loaded.covers} />
        <StudentConsents studentId={student.id} {...loaded} />
        <StudentNotes notes={student.notes} />
        <p>
          <Link to={paths.studentActivity(student.id)}>Activity</Link>
        </p>
      </div>
    </div>
  )
}

/** The last notes on a student's lessons; each says who can read it. */
function LessonNotes({ notes, studentId }: { notes: LessonNote[]; studentId: string }) {
  return (
    <section className="section" aria-labelledby="lesson-notes">
      <header>
        <h2 id="lesson-notes">Lesson notes</h2>
        {notes.length > 0 ? <Link to={paths.studentLessons(studentId)}>View all notes</Link> : null}
      </header>
      {notes.length === 0 ? (
        <EmptyState>No notes yet. Teachers write them when they take attendance.</EmptyState>
      ) : (
        <ol className="chat-messages">
          {notes.map(({ id, sessionId, localDate, visibility, body, author }) => (
            <li key={id} className="chat-message">
              <header>
                {author ? <b>{author}</b> : null}{" "}
                <Link to={paths.session(sessionId)}>
                  <time dateTime={localDate}>{formatDate(localDate, "short")}</time>
                </Link>
                , {visibility === "shared" ? "shared with family" : "staff only"}
              </header>
              <p className="message-text">{body}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type WorkingOnProps = { studentId: string; name: string; pieces: Piece[]; practiceMinutes: number }

/** What a student plays at the moment, and how long they practiced in the last seven days. */
function WorkingOn({ studentId, name, pieces, practiceMinutes }: WorkingOnProps) {
  return (
    <section className="section" aria-labelledby="working-on">
      <header>
        <h2 id="working-on">Working on</h2>
        <Link to={paths.studentSkills(studentId, { view: "pieces" })}>Pieces and practice</Link>
      </header>
      <ul className="rows">
        {pieces.length === 0 ? <li className="dim">No pieces yet. Add what {name} is working on.</li> : null}
        {pieces.map((piece) => {
          return (
            <li key={piece.id}>
              <span>{pieceLabel(piece)}</span>
              <Status {...pieceStateLabels[piece.state]} />
            </li>
          )
        })}
        <li>
          <span>Practice in the last 7 days</span>{" "}
          <span>{practiceMinutes === 0 ? "None logged" : countOf(practiceMinutes, "minute")}</span>
        </li>
      </ul>
    </section>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type StudentConsentsProps = Pick<Loaded, "mayEnter" | "texts" | "consents"> & { studentId: string }

/** What was agreed to for a student, and by the adults of the family. */
function StudentConsents({ studentId, mayEnter, texts, consents }: StudentConsentsProps) {
  if (consents.length === 0 && !texts) return null
  return (
    <section className="section" aria-labelledby="consents">
      <header>
        <h2 id="consents">Consents</h2>
        {mayEnter ? <Link to={paths.paperConsent(studentId)}>Enter a signed consent</Link> : null}
      </header>
      <dl className="ledger facts">
        {consents.map(({ id, title, who, state, answer }) => (
          <div key={id}>
            <dt>{who ? `${title}, ${who}` : title}</dt>
            <dd>
              <ConsentStateText state={state} answer={answer} />
            </dd>
          </div>
        ))}
        {texts ? (
          <div>
            <dt>Texts to their own phone</dt>
            <dd>
              {texts.isOn ? (
                <>
                  <b>Agreed</b> <span className="small dim">{`${texts.agreed}, ${texts.phone}`}</span>
                </>
              ) : (
                "Not agreed"
              )}
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}

type AboutProps = Pick<Loaded, "student" | "returned" | "instruments" | "answers" | "statuses">

/** A student’s details and past statuses. */
function StudentAbout({ student, returned, instruments, answers, statuses }: AboutProps) {
  const { code, birthDate, email, phone, emergencyContact } = student
  const facts: { key?: string; label: string; value: ReactNode }[] = [
    ...(birthDate ? [{ label: "Birth date", value: formatDate(birthDate, "full") }] : []),
    ...instruments.map(({ instrument, level }) => ({ label: instrument, value: level ?? "" })),
    ...(code ? [{ label: "Student ID", value: code }] : []),
    ...(email
      ? [
          {
            label: "Email",
            value: (
              <>
                <a href={`mailto:${email}`}>{email}</a> <BounceMark kind={returned} />
              </>
            ),
          },
        ]
      : []),
    ...(phone
      ? [{ label: "Phone", value: <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a> }]
      : []),
    ...(emergencyContact
      ? [{ label: "Emergency contact", value: <PhoneText text={emergencyContact} /> }]
      : []),
    // A field of the school's own may be named as one of ours.
    ...answers.map((answer) => ({ ...answer, key: `own ${answer.label}` })),
    ...statuses.map(({ label: status, fromDate, reason }) => ({
      label: `${status} from ${formatDate(fromDate, "medium")}`,
      value: reason ?? "",
    })),
  ]
  if (facts.length === 0) return <p className="dim">No details yet. Add them under Edit student.</p>
  return (
    <dl className="ledger">
      {facts.map(({ key, label, value }) => (
        <div key={key ?? label}>
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The office's own notes on a student; nothing without any. */
function StudentNotes({ notes }: { notes: string | null }) {
  if (!notes) return null
  return (
    <section className="section" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <p className="whitespace-pre-line wrap-anywhere">{notes}</p>
    </section>
  )
}
