import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { declineFormId, WaitingWork } from "~/components/money/pay/waiting-work"
import { WorkKindsPart, workKindFormId } from "~/components/money/pay/work-kinds-part"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { confirmWork, declineWork, listWaitingWork } from "~/models/money/pay/entered-work.server"
import { DeclineWorkForm, WorkKindForm } from "~/models/money/pay/entered-work-form"
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
  const refusals = { decided: { title: "This was answered or withdrawn already." } }
  return intents(request, paths.extraWork(), {
    "confirm-work": act({
      run: (form) => confirmWork(actor, idIn(form, "work")),
      refusals,
      saved: ({ work }) => `${work.description} added to ${work.teacherName}’s pay.`,
    }),
    "decline-work": intent({
      schema: DeclineWorkForm,
      run: ({ work, reason }) => declineWork(actor, work, reason),
      refusals,
      saved: ({ work }) => `${work.description} declined. ${work.teacherName} gets an email.`,
    }),
    "archive-kind": act({
      run: (form) => archiveWorkKind(actor, idIn(form, "kind")),
      refusals: { "no-kind": 404 },
      saved: ({ name }) => `${name} archived.`,
    }),
    else: intent({
      schema: WorkKindForm,
      run: (kind) => addWorkKind(actor, kind),
      field: "name",
      refusals: { "name-taken": "You already have a kind with this name." },
      status: 409,
      saved: (_, { name }) => `${name} added.`,
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Extra work · Tutti" }]

export default function ExtraWork() {
  const { works, kinds, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const work = result?.initialValue?.work
  const declined = result && work ? { work: String(work), result } : null
  return (
    <>
      <PageHead
        title="Extra work"
        expression="what teachers did outside of lessons"
        back={{ to: paths.pay(), label: "Teacher pay" }}
      />
      <AnswerSummary formId={declined ? declineFormId(declined.work) : workKindFormId} result={result} />
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
        result={declined ? undefined : result}
      />
    </>
  )
}
