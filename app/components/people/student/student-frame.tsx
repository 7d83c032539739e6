import type { ReactNode } from "react"
import { PostForm } from "~/components/form/post-form"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { Button, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { type FigureItem, FigureRow } from "~/components/ui/figure-row"
import { useHasRight } from "~/components/ui/limits"
import { PhoneLink } from "~/components/ui/phone-link"
import { Tabs } from "~/components/ui/tabs"
import { type StudentStatus as Status, type StatusStep, statusSteps } from "~/models/people/student/student"
import { countOf, dayName, formatDate, formatTime, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { PlannedStatus } from "./planned-status"
import { StudentStatus } from "./student-status"

/** What a student's pages share: the answers the office gives on the phone. */
export type FramedStudent = {
  id: string
  familyId: string
  name: string
  status: Status
  /** Their personal data was erased: nothing is done with them any more. */
  isErased: boolean
  /** What they become on a later day. */
  planned: { status: Status; on: string } | null
  /** "13 years old, violin, intermediate, with Ingrid Solheim" */
  summary: string
  medicalNotes: string | null
  /** The first guardian with a number. */
  call: { name: string; phone: string } | null
  next: { id: string; localDate: string; startTime: string; roomName: string | null } | null
  attended: number
  held: number
  /** null for members who don’t see balances */
  balanceMinor: number | null
  currency: string
  credits: number
  /** The last day of the credit that expires first. */
  creditUntil: string | null
}

export const studentFrame: FrameId<FramedStudent> = "student-record"

/** Name, status, actions, figures and tabs: the same on all pages about one student. */
export function StudentFrame({ children }: { children: ReactNode }) {
  const student = useFrame(studentFrame)
  if (!student) return children
  return (
    <Frame
      loaded={student}
      head={{
        title: student.name || "No name",
        back: { to: paths.students(), label: "Students" },
        expression: (
          <>
            <span className="mr-3 not-italic">
              <StudentStatus status={student.status} />
            </span>{" "}
            {student.summary}
          </>
        ),
        actions: student.isErased ? undefined : <Actions student={student} />,
      }}
      facts={(current) => (current ? <Facts student={student} /> : null)}
      tabs={(current) => <StudentTabs studentId={student.id} current={current} />}
    >
      {children}
    </Frame>
  )
}

/** What an office does with a student on the phone, in the order in which families ask for it. */
function Actions({ student: { id, familyId, status, next } }: { student: FramedStudent }) {
  const hasRight = useHasRight()
  const comesNew = status === "lead" || status === "trial"
  return (
    <>
      {comesNew ? <MakeActive studentId={id} /> : null}
      {(status === "active" && !next) || comesNew ? (
        <LinkButton to={paths.newClass({ student: id })}>Schedule lessons</LinkButton>
      ) : null}{" "}
      {comesNew ? <LinkButton to={paths.trialLesson({ student: id })}>Book trial lesson</LinkButton> : null}{" "}
      {status === "former" ? null : <LinkButton to={paths.studentAbsence(id)}>Record absence</LinkButton>}{" "}
      {status === "former" ? null : <LinkButton to={paths.makeUp(id)}>Book make-up</LinkButton>}{" "}
      {hasRight("payment:record") ? (
        <LinkButton to={paths.family(familyId, { payment: "new" })}>Take payment</LinkButton>
      ) : null}{" "}
      {status === "former" || !hasRight("message:all") ? null : (
        <LinkButton variant="primary" to={paths.newMessage({ to: `student:${id}` })}>
          Message family
        </LinkButton>
      )}
    </>
  )
}

/** One step from the first call or the trial to lessons; where the plan has no place, the answer says so. */
const MakeActive = ({ studentId }: { studentId: string }) => (
  <PostForm action={paths.editStudent(studentId)} sends={{ step: "start" satisfies StatusStep }}>
    <Button intent="status">{statusSteps.start.label}</Button>
  </PostForm>
)

function Facts({ student }: { student: FramedStudent }) {
  const { medicalNotes, call, name } = student
  return (
    <>
      {medicalNotes ? (
        <Callout tone="red">
          <div className="record-alert">
            <p className="whitespace-pre-line">
              <b>Medical:</b> {medicalNotes}
            </p>
            {call ? (
              <p>
                <PhoneLink number={call.phone} text={`Call ${call.name}, ${call.phone}`} />
              </p>
            ) : null}
          </div>
        </Callout>
      ) : null}
      <PlannedStatus studentId={student.id} name={name} planned={student.planned} />
      <FigureRow label={`${name} at a glance`} items={figuresOf(student)} />
    </>
  )
}

function figuresOf(student: FramedStudent): FigureItem[] {
  const { id, next, attended, held, balanceMinor, currency, credits, creditUntil } = student
  const room = next?.roomName ? `, ${next.roomName}` : ""
  const expiry = creditUntil
    ? `, ${credits === 1 ? "expires" : "the first expires"} ${formatDate(creditUntil, "day")}`
    : ""
  return [
    next
      ? {
          figure: `${dayName(next.localDate, "short")} ${formatTime(next.startTime)}`,
          label: `next lesson, ${formatDate(next.localDate, "day")}${room}`,
          to: paths.session(next.id),
        }
      : { figure: "–", label: "no upcoming lessons" },
    {
      figure: held === 0 ? "–" : `${Math.round((attended / held) * 100)}%`,
      label: held === 0 ? "no attendance this term" : `attended this term, ${attended} of ${held}`,
      to: paths.studentLessons(id),
    },
    ...(balanceMinor === null
      ? []
      : [
          {
            figure: formatMoney(Math.abs(balanceMinor), currency),
            label: balanceMinor < 0 ? "account credit" : "family balance",
            to: paths.studentBilling(id),
          },
        ]),
    {
      figure: credits,
      label: `${formFor(credits, "make-up credit")}${expiry}`,
      to: credits > 0 ? paths.makeUp(id) : undefined,
    },
  ]
}

type StudentFacts = {
  age: number | null
  instrument: string | null
  level: string | null
  teachers: readonly string[]
}

/** Age, instrument, level and teachers in one line, for under the name. */
export function studentSummary({ age, instrument, level, teachers }: StudentFacts): string {
  const what = [age === null ? null : countOf(age, "year old", "years old"), instrument, level]
    .filter(Boolean)
    .join(", ")
  const who = teachers.length === 0 ? "" : `with ${teachers.join(" and ")}`
  return [what, who].filter(Boolean).join(", ")
}

/** The pages about one student. */
function StudentTabs({ studentId, current }: { studentId: string; current?: string }) {
  const tabs = [
    { key: "overview", label: "Overview", to: paths.student(studentId) },
    { key: "lessons", label: "Lessons and attendance", to: paths.studentLessons(studentId) },
    { key: "skills", label: "Progress", to: paths.studentSkills(studentId) },
    { key: "billing", label: "Billing", to: paths.studentBilling(studentId) },
    { key: "messages", label: "Messages", to: paths.studentMessages(studentId) },
  ]
  return <Tabs label="Student pages" tabs={tabs} current={current} />
}
