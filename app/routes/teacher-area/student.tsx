import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnswerList } from "~/components/foundation/custom-field/answer-list"
import { ResourceLinks } from "~/components/learning/resource/resource-links"
import { StudentPackages } from "~/components/money/package/packages"
import { LessonHistory } from "~/components/overview/teacher-area/lesson-history"
import { pageTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { PageHead } from "~/components/ui/page-head"
import { PhoneText } from "~/components/ui/phone-link"
import { orNotFound, requireMember } from "~/http/guards.server"
import { toldAnswers } from "~/models/foundation/custom-field/answers.server"
import { seenBy } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listSharedWith } from "~/models/learning/resource/list-resources.server"
import { listStudentPackages } from "~/models/money/package/packages.server"
import {
  findOwnStudent,
  listLessonHistory,
  listSharedClasses,
} from "~/models/overview/teacher-area/own-students.server"
import { alertsOf, attendanceText } from "~/models/overview/teacher-area/taught"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { dayName, formatDate, formatTime, formFor } from "~/utils/formats"
import { upperFirst } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const student = orNotFound(findOwnStudent(actor, own.id, params.studentId ?? ""))
  const { birthDate, instrument, level } = student
  const day = todayOf(actor)
  return {
    student,
    learns: [birthDate ? `Age ${ageOn(birthDate, day)}` : null, instrument, level].filter(Boolean).join(", "),
    alerts: alertsOf(student),
    answers: toldAnswers(actor, seenBy(listFields(actor, "student"), "teachers"), student.id),
    classes: listSharedClasses(actor, own.id, student.id),
    packages: listStudentPackages(actor, student.id, { withEnded: true }),
    lessons: listLessonHistory(actor, own.id, student.id),
    resources: listSharedWith(actor, student.id).map(({ id, title }) => ({ id, title })),
  }
}

export const meta = pageTitle<typeof loader>((data) => data.student.name)

export default function OwnStudent() {
  const { student, learns, alerts, classes, lessons, packages, resources, answers } =
    useLoaderData<typeof loader>()
  const { nextSession: next, medicalNotes, credits } = student
  return (
    <>
      <PageHead
        back={{ to: paths.teacherStudents(), label: "My students" }}
        title={student.name}
        expression={learns}
        actions={
          <>
            <LinkButton to={paths.teacherStudentSkills(student.id)}>Skills and assignments</LinkButton>{" "}
            {student.status === "former" ? null : (
              <LinkButton variant="primary" to={paths.newMessage({ to: `student:${student.id}` })}>
                Message family
              </LinkButton>
            )}
          </>
        }
      />
      {medicalNotes ? (
        <Callout tone="red">
          <p className="whitespace-pre-line">
            <b>Medical:</b> {medicalNotes}
          </p>
        </Callout>
      ) : null}
      {alerts.length ? (
        <Callout tone="amber">
          {alerts.map((alert) => (
            <p key={alert}>{`${upperFirst(alert)}.`}</p>
          ))}
        </Callout>
      ) : null}
      <FigureRow
        label={student.name}
        items={[
          next
            ? {
                figure: `${dayName(next.localDate, "short")} ${formatTime(next.startTime)}`,
                label: `next lesson, ${formatDate(next.localDate, "day")}`,
                to: paths.session(next.sessionId),
              }
            : { figure: "–", label: "no upcoming lessons" },
          { figure: attendanceText(student), label: "attended this term" },
          { figure: credits, label: formFor(credits, "make-up credit") },
        ]}
      />
      <div className="two-columns">
        <section className="section" aria-labelledby="history">
          <h2 id="history">Attendance and notes</h2>
          {lessons.length ? (
            <LessonHistory lessons={lessons} />
          ) : (
            <EmptyState>No lessons yet. Attendance and notes appear here after the first one.</EmptyState>
          )}
        </section>
        <div className="stack">
          <section className="section" aria-labelledby="classes">
            <h2 id="classes">Classes with you</h2>
            <ul className="rows">
              {classes.map(({ id, name }) => (
                <li key={id}>
                  <Link to={paths.teacherClass(id)}>{name}</Link>
                </li>
              ))}
            </ul>
          </section>
          <StudentPackages packages={packages} />
          <ResourceLinks resources={resources} none={`No resources shared with ${student.firstName} yet.`} />
          {answers.length > 0 ? (
            <section className="section" aria-labelledby="details">
              <h2 id="details">More about {student.firstName}</h2>
              <AnswerList rows={answers} />
            </section>
          ) : null}
          <section className="section" aria-labelledby="call">
            <h2 id="call">Phone numbers</h2>
            <Phones student={student} />
          </section>
        </div>
      </div>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type PhonesProps = Pick<Loaded, "student">

function Phones({ student: { firstName, phone, emergencyContact, adults } }: PhonesProps) {
  const people = [...adults, ...(phone ? [{ id: "self", name: firstName, relation: null, phone }] : [])]
  if (people.length === 0 && !emergencyContact)
    return <p className="dim">No phone numbers. The office can add one.</p>
  return (
    <dl className="ledger facts">
      {people.map(({ id, name, relation, phone: number }) => (
        <div key={id}>
          <dt>{relation ? `${name}, ${relation.toLowerCase()}` : name}</dt>
          <dd>
            {number ? (
              <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>{number}</a>
            ) : (
              <span className="dim">no phone number</span>
            )}
          </dd>
        </div>
      ))}
      {emergencyContact ? (
        <div>
          <dt>Emergency contact</dt>
          <dd>
            <PhoneText text={emergencyContact} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
