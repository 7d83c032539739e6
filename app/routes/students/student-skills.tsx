import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { LearningPage } from "~/components/learning/progress/learning-page"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { requireMember } from "~/http/guards.server"
import { answerLearning } from "~/routes/learning/learning-answers.server"
import { readLearning } from "~/routes/learning/learning-page.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  return readLearning(actor, "office", params.studentId ?? "", request)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  return answerLearning(actor, "office", params.studentId ?? "", request)
}

/** Without a connection what is written for the student waits on the device. */
export const clientAction = keepUnsent((intent) => ({ assign: "Assignment", reply: "Reply" })[intent])

export const shouldRevalidate = unlessUnreachable

export const handle: FramedPage = { tab: "skills" }

export const meta = pageTitle<typeof loader>((data) => `${data.learner.name}’s skills`)

export default function StudentSkills() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <LearningPage {...page} result={answer?.result} />
}
