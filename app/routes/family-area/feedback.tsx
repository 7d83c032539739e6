import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { AnswerSummary } from "~/components/form/post-form"
import { FeedbackList } from "~/components/learning/progress/feedback-list"
import { replyFormId } from "~/components/learning/progress/lesson-feedback"
import { NotLinked } from "~/components/overview/family-area/not-linked"
import { PracticeTabs } from "~/components/overview/family-area/practice-tabs"
import { framed } from "~/components/shell/frame"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { feedbackPageSize } from "~/models/learning/feedback/feedback"
import { listFeedback, replyToNote } from "~/models/learning/feedback/feedback.server"
import { ReplyForm } from "~/models/learning/feedback/reply-form"
import { replyRefusals } from "~/texts/learning/refusals"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { readChild, requireChild } from "./portal-child.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { learner, students } = readChild(actor, request)
  const { total, lessons } = learner
    ? listFeedback(actor, learner, readPage(request))
    : { total: 0, lessons: [] }
  return {
    reply: new URL(request.url).searchParams.get("reply"),
    students,
    learner: learner ?? null,
    pages: paged(request, total, feedbackPageSize),
    timeZone: actor.school.timeZone,
    entryId: newId(),
    lessons,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const learner = requireChild(actor, request)
  const submission = readForm(await request.formData(), { schema: ReplyForm })
  if (submission.status !== "success") return invalid(submission)
  const sent = replyToNote(actor, learner, submission.value)
  if (!sent.ok) return invalid(submission, { body: replyRefusals[sent.reason] })
  const page = readPage(request)
  return redirectWithToast(
    paths.studentFeedback({ child: learner.id, page: page > 1 ? String(page) : undefined }),
    "Reply sent to the teacher.",
  )
}

export const { handle, meta } = framed({
  title: "Feedback",
  column: "form narrow",
})

/** Without a connection what is written waits on the device. */
export const clientAction = keepUnsent(() => "Reply")

export const shouldRevalidate = unlessUnreachable

export default function StudentFeedback() {
  const { students, learner, timeZone, entryId, pages, lessons, reply } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={replyFormId(String(result?.initialValue?.sessionId))} result={result} />
      <PracticeTabs current="feedback" family={students} child={learner?.id} />
      {learner ? (
        <FeedbackList
          lessons={lessons}
          pages={pages}
          timeZone={timeZone}
          entryId={entryId}
          empty={`No feedback yet. Teachers’ notes on ${learner.firstName}’s lessons appear here.`}
          result={result}
          replying={reply}
        />
      ) : (
        <NotLinked />
      )}
    </>
  )
}
