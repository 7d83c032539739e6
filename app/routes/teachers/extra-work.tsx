import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { declineFormId, WaitingWork } from "~/components/money/pay/waiting-work"
import { WorkKindsPart, workKindFormId } from "~/components/money/pay/work-kinds-part"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { confirmWork, declineWork, listWaitingWork } from "~/models/money/pay/entered-work.server"
import {
  ArchiveKindForm,
  ConfirmWorkForm,
  DeclineWorkForm,
  WorkKindForm,
} from "~/models/money/pay/entered-work-form"
import { addWorkKind, archiveWorkKind, listWorkKinds } from "~/models/money/pay/work-kinds.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  return {
    works: listWaitingWork(actor),
    kinds: listWorkKinds(actor),
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const form = await request.formData()
  const here = paths.extraWork()
  switch (form.get("intent")) {
    case "confirm-work": {
      const submission = readForm(form, { schema: ConfirmWorkForm })
      if (submission.status !== "success") throw notFound()
      return answered(
        confirmWork(actor, submission.value.work),
        ({ teacherName, description }) => `${description} added to ${teacherName}’s pay.`,
      )
    }
    case "decline-work": {
      const submission = readForm(form, { schema: DeclineWorkForm })
      if (submission.status !== "success") return refuse(submission, String(form.get("work") ?? ""))
      const { work, reason } = submission.value
      return answered(
        declineWork(actor, work, reason),
        ({ teacherName, description }) => `${description} declined. ${teacherName} gets an email.`,
      )
    }
    case "archive-kind": {
      const submission = readForm(form, { schema: ArchiveKindForm })
      if (submission.status !== "success") throw notFound()
      const archived = archiveWorkKind(actor, submission.value.kind)
      if (!archived.ok) throw notFound()
      return redirectWithToast(here, `${archived.name} archived.`)
    }
    default: {
      const submission = readForm(form, { schema: WorkKindForm })
      if (submission.status !== "success") return refuse(submission, null)
      if (!addWorkKind(actor, submission.value).ok)
        return refuse(submission, null, { name: "You already have a kind with this name." }, 409)
      return redirectWithToast(here, `${submission.value.name} added.`)
    }
  }
}

function answered(
  answer: ReturnType<typeof confirmWork>,
  text: (work: { teacherName: string; description: string }) => string,
) {
  if (answer.ok) return redirectWithToast(paths.extraWork(), text(answer.work))
  if (answer.reason === "not-found") throw notFound()
  return redirectWithToast(paths.extraWork(), {
    tone: "bad",
    title: "This was answered or withdrawn already.",
  })
}

const refuse = (
  submission: Parameters<typeof invalid>[0],
  work: string | null,
  refusal?: Record<string, string>,
  status = 400,
) => data({ work, result: invalid(submission, refusal).data.result }, { status })

export const meta: MetaFunction = () => [{ title: "Extra work · Tutti" }]

export default function ExtraWork() {
  const { works, kinds, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const declined = answer?.work ? { work: answer.work, result: answer.result } : null
  return (
    <>
      <PageHead
        title="Extra work"
        expression="what teachers did outside of lessons"
        back={{ to: paths.pay(), label: "Teacher pay" }}
      />
      <AnswerSummary
        formId={declined ? declineFormId(declined.work) : workKindFormId}
        result={answer?.result}
      />
      <section className="section" aria-labelledby="waiting">
        <h2 id="waiting">Waiting for your answer</h2>
        <WaitingWork works={works} currency={currency} declined={declined} />
        <p className="small dim">
          Confirmed work is paid with the period of its date. If that period is locked, it’s a correction in
          the next one.
        </p>
      </section>
      <WorkKindsPart
        key={kinds.length}
        kinds={kinds}
        currency={currency}
        result={declined ? undefined : answer?.result}
      />
    </>
  )
}
