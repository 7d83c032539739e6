import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { RebookChoice } from "~/components/attendance/make-up/rebook-choice"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { allComingOfPage, comingOfPage, creditsOfPage, studentOfPage } from "~/http/page-reads.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { bookingMailText } from "~/models/attendance/make-up/booking-mail.server"
import { recordNotices } from "~/models/attendance/notice/notice.server"
import { findRebooking, recordAndRebook } from "~/models/attendance/rebooking/rebook.server"
import {
  type Away,
  earnsText,
  lessonsAway,
  rebookingRefusalText,
} from "~/models/attendance/rebooking/rebooking"
import { RebookingForm } from "~/models/attendance/rebooking/rebooking-form"
import { isUndoAbsence, UndoAbsenceForm, undoFields } from "~/models/attendance/rebooking/undo-absence"
import { listJustRecorded, undoAbsence } from "~/models/attendance/rebooking/undo-absence.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findStudent } from "~/models/people/student/student.server"
import { makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { noticeRefusals, undoAbsenceRefusals } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

/** As many upcoming lessons as one absence is chosen from. */
const offered = 12

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const lessons = comingOfPage(actor, student.id).slice(0, offered)
  const next = lessons.find(({ isNotComing }) => !isNotComing)
  const hasCredit = creditsOfPage(actor, student.id).length > 0
  return {
    lessons,
    rebooking: (next && findRebooking(actor, next.id, student.id, hasCredit)) ?? null,
    isSolo: actor.school.kind === "solo",
    noticeHours: actor.school.noticeHours,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(findStudent(actor, params.studentId ?? ""))
  const form = await request.formData()
  if (isUndoAbsence(form)) return undo(actor, student, form)
  const submission = readForm(form, { schema: RebookingForm })
  if (submission.status !== "success") return invalid(submission)
  const { lessons: checked, text, until, offer: wish } = submission.value
  const coming = allComingOfPage(actor, student.id)
  const chosen = lessonsAway(checked, until, coming, makingHorizon(actor))
  if (!chosen)
    return invalid(submission, {
      until:
        "Enter a date on or after the first lesson, at most 12 weeks from today: later lessons aren’t listed yet.",
    })
  const { lessons, away } = chosen
  const notice = { at: now(), text: text || null, keepsFirst: true }
  // Another reason for an absence that was known is no new absence: Undo leaves it.
  // A form that is sent twice is answered as the first time.
  const again = listJustRecorded(actor, student.id, {
    lessons: away ? coming.filter(isWithin(away)).map(({ id }) => id) : lessons,
    text: notice.text,
  })
  const isKnown = new Set(
    coming.flatMap(({ id, isNotComing }) => (isNotComing && !again.has(id) ? [id] : [])),
  )
  const booked = wish && recordAndRebook(actor, { lessons, studentId: student.id, away, ...notice }, wish)
  const recorded = booked ?? recordNotices(actor, lessons, student.id, notice)
  if (!recorded.ok) {
    if (recorded.reason === "session-unknown") throw notFound()
    if (recorded.reason !== "not-rebooked")
      return invalid(submission, { lessons: noticeRefusals[recorded.reason] }, 409)
    const why = rebookingRefusalText(recorded.why, actor.school.noticeHours)
    return invalid(submission, { offer: why }, 409)
  }
  const isRepeat = lessons.every((id) => isKnown.has(id))
  const title = `Absence ${isRepeat ? "was already recorded" : "recorded"} for ${fullName(student)}, ${countOf(new Set([...lessons, ...again]).size, "lesson")}.`
  const isFirst = booked?.ok && (!booked.isRepeat || again.size > 0)
  const fields = undoFields(
    [...new Set([...lessons, ...again])].filter((id) => !isKnown.has(id)),
    booked?.ok && isFirst ? booked.sessionId : undefined,
  )
  const undoable = fields ? { undo: { to: paths.studentAbsence(student.id), fields } } : {}
  if (!booked?.ok) return redirectWithToast(paths.student(student.id), { title, tone: "good", ...undoable })
  const when = `${formatDate(booked.date, "short")}, ${formatTime(booked.startTime)}`
  return redirectWithToast(paths.student(student.id), {
    title,
    text: `Make-up lesson booked: ${booked.title}, ${when}.${isFirst ? " 1 credit used." : ""} ${bookingMailText(actor, booked.sessionId)}`,
    tone: "good",
    ...undoable,
  })
}

const isWithin =
  ([from, until]: NonNullable<Away["away"]>) =>
  ({ localDate }: { localDate: string }) =>
    from <= localDate && localDate <= until

/** The Undo button beside the message: absence and make-up lesson, both or neither. */
function undo(actor: Actor, student: NonNullable<ReturnType<typeof findStudent>>, form: FormData) {
  const submission = readForm(form, { schema: UndoAbsenceForm })
  if (submission.status !== "success") throw notFound()
  const { lessons, makeUp } = submission.value
  const undone = undoAbsence(actor, student.id, { lessons, makeUp })
  const to = paths.student(student.id)
  if (!undone.ok) {
    if (undone.reason === "session-unknown") throw notFound()
    return redirectWithToast(to, {
      title: "Nothing is undone.",
      text: undoAbsenceRefusals[undone.reason],
      tone: "bad",
    })
  }
  return redirectWithToast(
    to,
    lessons.length === 0
      ? `Make-up lesson of ${fullName(student)} canceled. The credit is available again.`
      : `Absence of ${fullName(student)} undone${makeUp ? ", make-up lesson canceled" : ""}.`,
  )
}

export const shouldRevalidate = alsoWhenRefused

export const handle: FramedPage<typeof loader, FramedStudent> = {
  title: "Record absence",
  column: "form narrow",
  head: (_page, student) => ({
    back: { to: paths.student(student.id), label: student.name },
    expression: "the teacher is notified",
    actions: null,
  }),
}

export const meta = frameTitle(studentFrame, (student) => `Absence of ${student.name}`)

export default function StudentAbsence() {
  const { id } = useLoadedFrame(studentFrame)
  const { lessons, rebooking, isSolo, noticeHours } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Omit<RebookingForm, "offer" | "until"> & { offer: string; until: string }>({
    id: "absence",
    lastResult: useActionData<typeof action>()?.result,
  })
  if (lessons.length === 0)
    return (
      <EmptyState action={<LinkButton to={paths.student(id)}>Back to the student</LinkButton>}>
        No upcoming lessons, so there’s no absence to record.
      </EmptyState>
    )
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <AbsenceLessons meta={fields.lessons} lessons={lessons} isSolo={isSolo} />
      <Field
        meta={fields.text}
        label="Reason"
        hint="For example, sick or traveling"
        optional
        maxLength={200}
        autoComplete="off"
      />
      <DateField
        meta={fields.until}
        label="Last day away"
        hint="To record every lesson from the first one checked until then. Leave blank for only those checked."
        optional
      />
      {rebooking ? <p>{earnsText(rebooking)}</p> : null}
      {rebooking && rebooking.offers.length > 0 ? (
        <RebookChoice
          meta={fields.offer}
          offers={rebooking.offers}
          alone="Just record the absence"
          hint={
            rebooking.open > 0
              ? "Booked together with the absence. It uses 1 make-up credit."
              : "Booked together with the absence. If the lessons you check earn no credit, nothing is saved."
          }
        />
      ) : null}
      <p className="dim">
        Reported at least {countOf(noticeHours, "hour")} ahead, a lesson is suggested as excused when
        attendance is taken; later, as absent.
      </p>
      <SubmitRow label="Record absence" pending="Saving…" />
    </PostForm>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type AbsenceLessonsProps = Pick<Loaded, "lessons" | "isSolo"> & { meta: FieldMeta }

/** The upcoming lessons that a student will miss; the next one is checked. */
function AbsenceLessons({ meta, lessons, isSolo }: AbsenceLessonsProps) {
  const next = lessons.find(({ isNotComing }) => !isNotComing)?.id
  const typed = typedIn(meta) ?? (meta.errors ? [] : [next])
  return (
    <fieldset
      className={meta.errors ? "field invalid" : "field"}
      id={meta.id}
      tabIndex={-1}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>Lessons</legend>
      <FieldProblem id={meta.errorId} message={meta.errors?.join(" ")} />
      {lessons.map(({ id, className, localDate, startTime, teacherName, isNotComing }) => (
        <label className="checkbox" key={id}>
          <input type="checkbox" name={meta.name} value={id} defaultChecked={typed.includes(id)} />
          <span>
            {formatDate(localDate, "short")}, {formatTime(startTime)}{" "}
            <span className="dim">
              {[className, isSolo ? null : teacherName, isNotComing ? "absence recorded" : null]
                .filter(Boolean)
                .join(", ")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What was checked when the form was sent; undefined before. */
function typedIn({ initialValue }: FieldMeta): (string | undefined)[] | undefined {
  if (typeof initialValue === "string") return [initialValue]
  return Array.isArray(initialValue) ? initialValue.map(String) : undefined
}
