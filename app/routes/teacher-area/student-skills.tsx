import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { LearningPage, learnerLabel } from "~/components/learning/progress/learning-page"
import { pageTitle } from "~/components/shell/frame"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { answerLearning } from "~/routes/learning/learning-answers.server"
import { readLearning } from "~/routes/learning/learning-page.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:home")
  return readLearning(actor, "teacher", params.studentId ?? "", request)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:home")
  return answerLearning(actor, "teacher", params.studentId ?? "", request)
}

/** Without a connection what is written for the student waits on the device. */
export const clientAction = keepUnsent((intent) => ({ assign: "Assignment", reply: "Reply" })[intent])

export const shouldRevalidate = unlessUnreachable

export const meta = pageTitle<typeof loader>((data) => `${data.learner.name}’s progress`)

export default function OwnStudentSkills() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        back={{ to: paths.teacherStudent(page.learner.id), label: page.learner.name }}
        title={page.learner.name}
        expression={learnerLabel(page.learner)}
      />
      <LearningPage {...page} result={answer?.result} />
    </>
  )
}
