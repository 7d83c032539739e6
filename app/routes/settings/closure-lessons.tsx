import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { FramedPage } from "~/components/shell/frame"
import { ClosureLessonList } from "~/components/teaching/schedule/closure-lesson-list"
import { EmptyState } from "~/components/ui/empty-state"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { readPage } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { ClosureLessonsForm, lessonsOfPage } from "~/models/teaching/school-calendar/closure-lesson"
import {
  closureLessonIds,
  findClosure,
  listClosureLessons,
} from "~/models/teaching/school-calendar/closure-lessons.server"
import { moveAllLessons } from "~/models/teaching/school-calendar/move-all-lessons.server"
import { settleClosure } from "~/models/teaching/school-calendar/settle-closure.server"
import { countOf } from "~/utils/count-of"
import { formatDate, formatDateRange } from "~/utils/date-text"
import { paths } from "~/utils/paths"

// What becomes of the lessons on the days of a closure: each is canceled, moved or kept. One undo takes all of it back.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const closure = findClosure(actor, params.closureId ?? "")
  if (!closure) throw notFound()
  const page = readPage(request)
  return { closure, page, ...listClosureLessons(actor, closure, page) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const closure = findClosure(actor, params.closureId ?? "")
  if (!closure) throw notFound()
  const form = await request.formData()
  const to = paths.closureLessons(closure.id)
  if (form.get("intent") === "move-all") {
    if (closureLessonIds(actor, closure, 1).length === 0)
      return redirectWithToast(to, "There are no lessons to move.")
    return redirect(paths.task(moveAllLessons(actor, closure)), 303)
  }
  const submission = readForm(form, { schema: ClosureLessonsForm })
  if (submission.status !== "success") return invalid(submission)
  const settled = settleClosure(actor, closure, submission.value.lessons)
  if (!settled.ok) {
    const reasons = Object.entries(settled.reasons).map(([id, reason]) => [`lessons.${id}`, reason])
    return data({ result: invalid(submission, Object.fromEntries(reasons)).data.result }, { status: 409 })
  }
  const { moved, canceled } = settled
  if (moved + canceled === 0) return redirectWithToast(to, "No changes to save.")
  const title = [
    moved > 0 ? `${countOf(moved, "lesson")} moved.` : "",
    canceled > 0 ? `${countOf(canceled, "lesson")} canceled.` : "",
    "Families get an email in two minutes. Undo removes the closure and puts all its lessons back.",
  ]
  return redirectWithUndo(to, title.filter(Boolean).join(" "), {
    to: paths.schoolSettings(),
    fields: { intent: "undo-closures", days: closure.id },
  })
}

export const handle: FramedPage = {
  title: "Lessons of a closure",
  column: "stack narrow",
  head: () => ({
    expression: "cancel, move or keep each one",
    back: { to: `${paths.schoolSettings()}#closures`, label: "School settings" },
  }),
}

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `${found.closure.name}, lessons · Tutti` : "Not found · Tutti" },
]

export default function ClosureLessons() {
  const { closure, lessons, total, page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, name, startsOn, endsOn } = closure
  const typed = answer?.result.initialValue?.lessons
  const first = (page - 1) * lessonsOfPage
  const at = (to: number) => paths.closureLessons(id, { page: to === 1 ? undefined : String(to) })
  const days = startsOn === endsOn ? formatDate(startsOn, "weekday") : formatDateRange(startsOn, endsOn)
  return (
    <>
      <h2>
        {name}, {days}
      </h2>
      {total === 0 ? (
        <EmptyState>No lessons to cancel or move. Lessons with attendance are kept.</EmptyState>
      ) : (
        <>
          <p>
            {countOf(total, "lesson")} without attendance. Times are free for the teacher, students and room,
            best first. Each person gets one email about moved lessons and one about canceled ones, two
            minutes after you save. Until then, you can undo the closure and no one is told.
          </p>
          <AnswerSummary formId="closure" result={answer?.result} />
          <PostForm className="form" key={page}>
            <ClosureLessonList
              lessons={lessons}
              chosen={typed && typeof typed === "object" ? (typed as Record<string, string>) : {}}
              problems={answer?.result.error ?? {}}
            />
            <p className="buttons">
              <SubmitButton intent="save" variant="primary" pending="Saving…">
                Save these {countOf(lessons.length, "lesson")}
              </SubmitButton>
            </p>
          </PostForm>
          <Pagination
            from={first + 1}
            to={first + lessons.length}
            total={total}
            previous={page > 1 ? at(page - 1) : undefined}
            next={first + lessons.length < total ? at(page + 1) : undefined}
          />
          <section className="section" aria-labelledby="all">
            <h2 id="all">All at once</h2>
            <p>
              Moves each lesson to its best free time, in the background. What can’t move stays as it is and
              is listed with the reason.
            </p>
            <PostForm>
              <SubmitButton intent="move-all" variant="secondary" pending="Starting…">
                Move {countOf(total, "lesson")}
              </SubmitButton>
            </PostForm>
          </section>
        </>
      )}
    </>
  )
}
