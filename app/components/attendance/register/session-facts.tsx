import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { LessonReasons } from "~/components/teaching/lesson/lesson-reasons"
import { Link, LinkButton } from "~/components/ui/button"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import type { NoticeForm as Notice } from "~/models/attendance/register/register-form"
import type { RegisterRow, RegisterView } from "~/models/attendance/register/register-view"
import { addMinutes } from "~/utils/clock-times"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { instrumentWord } from "~/utils/word-within"

/** The rest of a lesson's name where the student is already shown: the class, or "guitar" of "Wren Adeyemi, guitar". */
export function lessonBeside(
  name: string,
  lesson: { className: string; instrument: string | null },
): string | null {
  if (name === lesson.className) return null
  return lesson.className.startsWith(name)
    ? lesson.instrument && instrumentWord(lesson.instrument)
    : lesson.className
}

type SessionFactsProps = {
  register: RegisterView
  back: "teacher" | "office"
  /** Who booked this trial lesson on the public page and isn't a student yet; the inquiry for those who may see it. */
  booker?: { name: string; inquiryId: string | null } | null
}

/** The top of a register: date, time, room, teacher and status. */
export function SessionFacts({ register, back, booker = null }: SessionFactsProps) {
  const { session } = register
  const time = formatTimeRange(session.startTime, addMinutes(session.startTime, session.minutes))
  const { name } = register
  const facts = [
    formatDate(session.localDate, "short"),
    time,
    session.roomName,
    back === "office" && !register.isSolo ? session.teacherName : null,
    lessonBeside(name, session),
  ]
  return (
    <div className="register-head">
      <PageHead
        back={
          back === "teacher"
            ? { to: paths.teacherHome(), label: "Today" }
            : { to: paths.attendance({ day: session.localDate }), label: "Attendance" }
        }
        over={facts.filter(Boolean).join(", ")}
        title={name}
        actions={
          back === "office" && register.phase !== "taken" ? (
            <LinkButton to={paths.editSession(session.id)}>
              {register.phase === "cancelled" ? "Move or restore" : "Move or cancel"}
            </LinkButton>
          ) : undefined
        }
      />
      <p>
        <RegisterState register={register} />
      </p>
      {register.onLeave.length > 0 ? <p>On leave: {joinNames(register.onLeave)}</p> : null}
      {booker ? (
        <p>
          Booked on the public page for{" "}
          {booker.inquiryId ? <Link to={paths.inquiry(booker.inquiryId)}>{booker.name}</Link> : booker.name}.
        </p>
      ) : null}
      <LessonReasons reasons={register.reasons} />
      {session.onlineLink ? (
        <p className="no-print">
          <a href={session.onlineLink}>Join online</a>
        </p>
      ) : null}
      {back === "office" ? (
        <p className="small no-print flex flex-wrap items-baseline gap-x-5">
          <span>
            <span className="dim">{register.isSolo ? "Lessons" : "Class"}</span>{" "}
            <Link to={paths.class(session.classId)}>{session.className}</Link>
          </span>
          {register.phase === "cancelled" ? null : (
            <>
              {" "}
              <Link to={paths.sessionGuests(session.id)}>Guests</Link>
            </>
          )}
        </p>
      ) : null}
    </div>
  )
}

function RegisterState({ register }: { register: RegisterView }) {
  switch (register.phase) {
    case "cancelled":
      return (
        <>
          <Status head="rest">Canceled</Status>{" "}
          <span className="dim">
            {register.session.cancelReason ? `${register.session.cancelReason}. ` : ""}No one is charged, and
            there’s no attendance to take.
          </span>
        </>
      )
    case "taken":
      return (
        <>
          <Status tone="ok">Attendance taken</Status> <span className="dim">{register.taken}</span>
        </>
      )
    case "open":
      return <Status head="half">Attendance not taken yet</Status>
    case "expected":
      return <Status head="open">Upcoming</Status>
  }
}

type NoticeFormProps = {
  rows: RegisterRow[]
  /** The present by the school's clock, with which the form begins. */
  day: string
  time: string
  result?: SubmissionResult
}

/** Records that a student will be absent; the register then suggests the mark. */
export function NoticeForm({ rows, day, time, result }: NoticeFormProps) {
  const [form, fields] = useForm<Notice>({
    id: "notice",
    lastResult: result,
    defaultValue: { receivedOn: day, receivedAt: time },
  })
  return (
    <PostForm {...getFormProps(form)} className="form">
      <ErrorSummary form={form} />
      <SelectField
        meta={fields.studentId}
        label="Student"
        prompt="Choose a student"
        choices={rows.map(({ studentId, name }) => ({ value: studentId, label: name }))}
      />
      <Field
        meta={fields.text}
        label="Reason"
        hint="For example, sick or traveling"
        optional
        maxLength={200}
        autoComplete="off"
      />
      <div className="columns">
        <DateField meta={fields.receivedOn} label="Date received" />
        <Field meta={fields.receivedAt} label="Time received" type="time" />
      </div>
      <SubmitRow label="Record absence" pending="Saving…" intent="notice" variant="secondary" />
    </PostForm>
  )
}
