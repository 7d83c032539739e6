import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { LeaveLine, RecordLeave } from "~/components/attendance/leave/leave-forms"
import { AnswerSummary } from "~/components/form/post-form"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { studentOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { leaveInShort } from "~/models/attendance/leave/leave-types"
import {
  changeLeave,
  findLeaveRules,
  listClassesOf,
  listLeavesOf,
  listSiblings,
  previewLeave,
  recordLeave,
  undoLeaves,
} from "~/models/attendance/leave/leaves.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findStudent } from "~/models/people/student/student.server"
import { ChangeLeaveForm, LeaveForm } from "~/routes/students/leave-form.server"
import { type LeaveRefusal, leaveRefusals, undoLeaveRefusals } from "~/texts/attendance/leave"
import { notPreviewed } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { fullName, joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

/** A student's leaves: recorded with what they bring, changed and undone. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  return {
    day: todayOf(actor),
    classes: listClassesOf(actor, student.id),
    leaves: listLeavesOf(actor, [student.id]),
    feePercent: findLeaveRules(actor).leaveFeePercent,
    siblings: listSiblings(actor, student).map(({ firstName }) => firstName),
    currency: actor.school.currency,
  }
}

type Student = NonNullable<ReturnType<typeof findStudent>>

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = findStudent(actor, params.studentId ?? "")
  if (!student || student.erasedAt !== null) throw notFound()
  const form = await request.formData()
  const to = paths.studentLeave(student.id)
  return intents(form, to, {
    preview: (sent) => record(actor, student, sent, true),
    record: (sent) => record(actor, student, sent, false),
    "change-leave": (sent) => changeOne(actor, student, sent),
    "undo-leave": act({
      run: (sent) =>
        undoLeaves(
          actor,
          wordsIn(sent, "leaves"),
          wordsIn(sent, "seen").filter((word) => word !== ""),
        ),
      refusals: {
        clash: { title: "Not undone.", text: undoLeaveRefusals.clash },
        changed: { title: "Not undone.", text: undoLeaveRefusals.changed },
      },
      saved: "Leave undone. The lessons expect the student again.",
    }),
  })
}

const wordsIn = (form: FormData, field: string): string[] =>
  String(form.get(field) ?? "")
    .slice(0, 1000)
    .split(" ")

const fieldOf: Partial<Record<LeaveRefusal | "before-start", string>> = {
  "no-class": "startsOn",
  overlaps: "startsOn",
  "before-start": "endsOn",
}

const textOf = (reason: Exclude<LeaveRefusal, "not-found"> | "before-start") =>
  reason === "before-start" ? "Enter a date on or after the first day." : leaveRefusals[reason]

function record(actor: Actor, student: Student, form: FormData, isPreview: boolean) {
  const submission = readForm(form, { schema: LeaveForm })
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ one: "", effect: null, result: answer.data.result }, { status })
  if (submission.status !== "success") return refuse(invalid(submission))
  const wish = submission.value
  if (wish.classId && !listClassesOf(actor, student.id).some(({ id }) => id === wish.classId))
    return refuse(invalid(submission, { classId: "Choose a class from the list." }))
  const seen = String(form.get("seen") ?? "")
  const preview = isPreview || seen ? previewLeave(actor, student.id, wish) : null
  if (preview?.ok && !isPreview && preview.effect.sign !== seen) {
    const { result } = invalid(submission, { form: notPreviewed }).data
    return data({ one: "", effect: preview.effect, result }, { status: 409 })
  }
  const done = isPreview && preview ? preview : recordLeave(actor, student.id, wish)
  if (!done.ok) {
    if (done.reason === "not-found") throw notFound()
    return refuse(invalid(submission, { [fieldOf[done.reason] ?? "form"]: textOf(done.reason) }), 409)
  }
  if ("effect" in done) return data({ one: "", effect: done.effect, result: asTyped(submission) })
  return redirectWithUndo(paths.studentLeave(student.id), `Leave recorded for ${joinNames(done.names)}.`, {
    to: paths.studentLeave(student.id),
    fields: {
      intent: "undo-leave",
      leaves: done.leaveIds.join(" "),
      seen: done.leaveIds.map((id) => leaveInShort({ ...wish, id })).join(" "),
    },
  })
}

function changeOne(actor: Actor, student: Student, form: FormData) {
  const submission = readForm(form, { schema: ChangeLeaveForm })
  const one = String(form.get("leave") ?? "").slice(0, 64)
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ one, effect: null, result: answer.data.result }, { status })
  if (submission.status !== "success") return refuse(invalid(submission))
  const changed = changeLeave(actor, student.id, submission.value)
  if (changed.ok)
    return redirectWithToast(paths.studentLeave(student.id), `Leave changed for ${fullName(student)}.`)
  if (changed.reason === "not-found") throw notFound()
  return refuse(
    invalid(submission, {
      [changed.reason === "clash" || changed.reason === "former" ? "form" : "endsOn"]: textOf(changed.reason),
    }),
    409,
  )
}

export const handle: FramedPage<typeof loader, FramedStudent> = {
  title: "Leave",
  column: "stack narrow",
  head: (_page, student) => ({
    back: { to: paths.student(student.id), label: student.name },
    expression: "the spot is kept",
    actions: null,
  }),
}

export const meta = frameTitle(studentFrame, (student) => `Leave of ${student.name}`)

export const shouldRevalidate = alsoWhenRefused

export default function StudentLeave() {
  const { name } = useLoadedFrame(studentFrame)
  const { leaves, classes, ...form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const answered = answer && "one" in answer ? answer : undefined
  return (
    <>
      <AnswerSummary
        formId={answered?.one ? `leave-${answered.one}` : "record-leave"}
        result={answered?.result}
      />
      {leaves.length > 0 ? (
        <ul className="rows">
          {leaves.map((leave) => (
            <LeaveLine
              key={`${leave.id} ${leave.endsOn} ${leave.feePercent}`}
              leave={leave}
              result={answered?.one === leave.id ? answered.result : undefined}
            />
          ))}
        </ul>
      ) : null}
      {classes.length > 0 ? (
        <section className="section" aria-labelledby="record-title">
          <h2 id="record-title">Record a leave</h2>
          <RecordLeave
            key={leaves[0]?.id}
            classes={classes}
            answer={answered && !answered.one ? answered : undefined}
            {...form}
          />
        </section>
      ) : (
        <EmptyState>{name} isn’t enrolled in a class, so there’s no leave to record.</EmptyState>
      )}
    </>
  )
}
