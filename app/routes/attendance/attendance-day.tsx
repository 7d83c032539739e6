import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterButton, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { DayMarkingLesson } from "~/models/attendance/day/mark-day"
import { planDay, takeAsExpected, undoDay } from "~/models/attendance/day/mark-day.server"
import { MarkDayForm, UndoDayForm } from "~/models/attendance/day/mark-day-form"
import type { Actor } from "~/models/foundation/access/actor"
import { mayByRight } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { lineFinds } from "~/models/teaching/line-offer/line-offer"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { now, todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { isDate } from "~/utils/dates"
import { nextTurn } from "~/utils/in-turns"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"

// A whole day of one teacher at once: shown first, then marked, then undone with one button.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "register:take")
  const query = new URL(request.url).searchParams
  const last = todayOf(actor)
  const asked = query.get("day") ?? last
  const day = isDate(asked) && asked <= last ? asked : last
  const all = teachersOf(actor)
  const teacherId = teacherOf(all, query.get("teacher") || all[0]?.id)
  const canPlan = all.length === 0 || teacherId !== undefined
  return {
    day,
    last,
    teachers:
      all.length === 0
        ? null
        : offerTeachers(actor, { ...readNameWish(query, "", lineFinds.teacher), chosen: teacherId ?? "" }),
    teacherId,
    seesAttendance: isOffice(actor.role) || mayByRight(actor, "attendance:read"),
    plan: canPlan ? planDay(actor, day, teacherId) : { lessons: [], taken: 0, later: 0 },
  }
}

/** Whom to choose from: whoever may for the whole school chooses one of its teachers, teachers mark their own day. */
const teachersOf = (actor: Actor) =>
  actor.school.kind === "school" && (isOffice(actor.role) || mayByRight(actor, "register:take"))
    ? listTeachers(actor)
    : []

const teacherOf = (all: readonly { id: string }[], teacherId: string | null | undefined) =>
  all.find(({ id }) => id === teacherId)?.id

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "register:take")
  return intents(request, paths.attendanceDay(), {
    undo: (form) => undo(actor, form),
    else: (form) => markDay(actor, form),
  })
}

async function markDay(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: MarkDayForm })
  if (submission.status !== "success") return invalid(submission)
  const { day, teacher, lesson } = submission.value
  const teacherId = teacherIn(actor, teacher)
  const since = now()
  let marked = 0
  for (const sessionId of new Set(lesson)) {
    if (takeAsExpected(actor, sessionId).ok) marked += 1
    // Each lesson is a transaction of its own; others get their turn in between.
    await nextTurn()
  }
  const left = new Set(lesson).size - marked
  const to = paths.attendanceDay({ day, teacher: teacherId })
  if (marked === 0)
    return redirectWithToast(to, {
      title: "No attendance saved.",
      text: "These lessons already have attendance, or can’t be marked yet.",
      tone: "bad",
    })
  return redirectWithToast(to, {
    title: `Attendance saved for ${countOf(marked, "lesson")}.`,
    text: left > 0 ? `${countOf(left, "lesson was", "lessons were")} left as before.` : undefined,
    tone: "good",
    undo: {
      to: paths.attendanceDay(),
      fields: {
        intent: "undo",
        day,
        since: String(since),
        until: String(now()),
        ...(teacherId ? { teacher: teacherId } : {}),
      },
    },
  })
}

/** Another school's teacher is a 404, as is one from a teacher, who marks their own day. */
function teacherIn(actor: Actor, teacher: string | undefined): string | undefined {
  const teacherId = teacherOf(teachersOf(actor), teacher)
  if (teacher && !teacherId) throw notFound()
  return teacherId
}

function undo(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: UndoDayForm })
  if (submission.status !== "success") return invalid(submission)
  const { teacher, ...act } = submission.value
  const teacherId = teacherIn(actor, teacher)
  const { undone, kept } = undoDay(actor, { ...act, teacherId })
  return redirectWithToast(paths.attendanceDay({ day: act.day, teacher: teacherId }), {
    title: `Attendance undone for ${countOf(undone, "lesson")}.`,
    text:
      kept > 0
        ? `${countOf(kept, "lesson keeps its", "lessons keep their")} attendance because something depends on it.`
        : undefined,
    tone: undone > 0 ? "good" : "bad",
  })
}

export const meta: MetaFunction = () => [{ title: "Whole-day attendance · Tutti" }]

export default function AttendanceDay() {
  const { day, last, teachers, teacherId, plan, seesAttendance } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { lessons, taken, later } = plan
  const left = [
    taken > 0 ? `${countOf(taken, "lesson already has", "lessons already have")} attendance` : null,
    later > 0 ? `${countOf(later, "lesson hasn’t", "lessons haven’t")} begun` : null,
  ].filter((each) => each !== null)
  return (
    <div className="stack narrow">
      <PageHead
        back={
          seesAttendance
            ? { to: paths.attendance({ day }), label: "Attendance" }
            : { to: paths.teacherHome(), label: "Today" }
        }
        over={formatDate(day, "weekday")}
        title="Whole-day attendance"
      />
      <FilterForm action={paths.attendanceDay()}>
        <label className="toolbar">
          Date <FilterInput type="date" id="day" name="day" value={day} max={last} />
        </label>
        {teachers ? <TeacherFilter id="teacher" value={teacherId ?? ""} offer={teachers} /> : null}
        <FilterButton>Apply</FilterButton>
      </FilterForm>
      <AnswerSummary formId="whole-day" result={result} />
      {lessons.length === 0 ? (
        <EmptyState>
          No attendance to take on this day.{left.length > 0 ? ` ${joinNames(left)}.` : ""} Choose another
          date.
        </EmptyState>
      ) : (
        <PostForm id="whole-day" className="form">
          <input type="hidden" name="day" value={day} />
          {teacherId ? <input type="hidden" name="teacher" value={teacherId} /> : null}
          <p className="dim">
            Everyone is marked present, except students with an absence notice. Attendance that exists stays
            as it is.{left.length > 0 ? ` ${joinNames(left)}.` : ""}
          </p>
          <fieldset className="field" id="whole-day-lesson">
            <legend>Lessons without attendance</legend>
            {result?.error?.lesson ? <p className="error">{result.error.lesson.join(" ")}</p> : null}
            {lessons.map((lesson) => (
              <LessonChoice key={lesson.id} lesson={lesson} />
            ))}
          </fieldset>
          <p>
            <SubmitButton intent="mark" pending="Saving…">
              Save attendance for selected lessons
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </div>
  )
}

const codes = { excused: "excused", absent: "absent, notice too late" }

function LessonChoice({ lesson: { id, title, range, present, others } }: { lesson: DayMarkingLesson }) {
  return (
    <label className="checkbox">
      <input type="checkbox" name="lesson" value={id} defaultChecked />
      <span>
        <b>{title}</b>, {range}
        <br />
        <span className="dim">
          {present.length === 0
            ? "No one is present"
            : present.length === 1 && present[0] === title
              ? "Present"
              : `Present: ${joinNames(present)}`}
          {others.map(({ name, code }) => `. ${name}: ${codes[code]}`).join("")}
        </span>
      </span>
    </label>
  )
}
