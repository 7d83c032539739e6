import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ComingSessions } from "~/components/student/coming-sessions"
import { FamilyOfStudent } from "~/components/student/family-of-student"
import { StudentClasses } from "~/components/student/student-classes"
import { StudentStatus } from "~/components/student/student-status"
import { StudentTabs } from "~/components/student/student-tabs"
import { Measures } from "~/components/ui/measures"
import { Note } from "~/components/ui/note"
import { PageHead } from "~/components/ui/page-head"
import { listClassesOfStudent } from "~/models/class/student-classes.server"
import { findFamily } from "~/models/family/family.server"
import { familyBalance } from "~/models/ledger/ledger.server"
import { listComingSessions } from "~/models/session/coming-sessions.server"
import { fullName } from "~/models/student/student"
import { findStudent } from "~/models/student/student.server"
import { findStudentFacts } from "~/models/student/student-facts.server"
import { now } from "~/utils/clock.server"
import { ageOn, dayName, formatDate, formatTime, today } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = findStudent(actor, params.studentId ?? "")
  const family = student && findFamily(actor, student.familyId)
  if (!student || !family) throw notFound()
  const { createdAt: _, memberId: __, ...facts } = student
  const day = today(actor.school.timeZone, now())
  return {
    student: { ...facts, name: fullName(student) },
    age: student.birthDate ? ageOn(student.birthDate, day) : null,
    teachers: findStudentFacts(actor, [student.id])(student.id).teachers,
    family,
    balanceMinor: familyBalance(actor, family.id),
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
    classes: listClassesOfStudent(actor, student.id),
    sessions: listComingSessions(actor, student.id, 5),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.student.name} · Tutti` : "Not found · Tutti" },
]

export default function Student() {
  const { student, age, teachers, family, balanceMinor, currency, isSolo, classes, sessions } =
    useLoaderData<typeof loader>()
  const next = sessions[0]
  const what = [age === null ? null : `${age} years`, student.instrument, student.level]
    .filter(Boolean)
    .join(", ")
  const who = isSolo || teachers.length === 0 ? "" : `with ${teachers.join(" and ")}`
  return (
    <>
      <PageHead
        back={{ to: paths.students(), label: "Students" }}
        title={student.name || "No name"}
        expression={[what, who].filter(Boolean).join("; ")}
      />
      <StudentTabs studentId={student.id} current="overview" />
      {student.medicalNotes ? (
        <Note tone="red">
          <p className="whitespace-pre-line">
            <b>Medical:</b> {student.medicalNotes}
          </p>
        </Note>
      ) : null}
      <Measures
        label={student.name}
        measures={[
          {
            figure: next ? `${dayName(next.localDate, "short")} ${formatTime(next.startTime)}` : "–",
            label: next ? `next session, ${formatDate(next.localDate, "day")}` : "no session ahead",
          },
          { figure: formatMoney(balanceMinor, currency), label: "family balance" },
        ]}
      />
      <div className="two">
        <div className="stack">
          <StudentClasses name={student.firstName} classes={classes} currency={currency} isSolo={isSolo} />
          <ComingSessions sessions={sessions} isSolo={isSolo} />
          {student.notes ? (
            <section className="sec" aria-labelledby="notes">
              <h2 id="notes">Notes</h2>
              <p className="whitespace-pre-line wrap-anywhere">{student.notes}</p>
            </section>
          ) : null}
        </div>
        <div className="stack">
          <section className="sec" aria-labelledby="facts">
            <header>
              <h2 id="facts">About</h2>
              <StudentStatus status={student.status} />
            </header>
            <Facts student={student} />
          </section>
          <FamilyOfStudent family={family} studentId={student.id} />
        </div>
      </div>
    </>
  )
}

type FactsProps = {
  student: { code: string | null; birthDate: string | null; email: string | null; phone: string | null }
}

function Facts({ student }: FactsProps) {
  const { code, birthDate, email, phone } = student
  const facts = [
    birthDate ? { label: "Born", value: formatDate(birthDate, "full") } : null,
    code ? { label: "Student ID", value: code } : null,
    email ? { label: "E-mail", value: <a href={`mailto:${email}`}>{email}</a> } : null,
    phone ? { label: "Phone", value: <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a> } : null,
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return <p className="dim">Nothing else is known yet.</p>
  return (
    <dl className="led">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
