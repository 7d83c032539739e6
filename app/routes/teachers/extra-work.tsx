import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DeclineForm } from "~/components/form/decline-form"
import { Field, SegmentedField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { EnteredWorkList } from "~/components/money/pay/entered-work-list"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import type { EnteredWork, WorkKind } from "~/models/money/pay/entered-work"
import { confirmWork, declineWork, listWaitingWork } from "~/models/money/pay/entered-work.server"
import { DeclineWorkForm, WorkKindForm } from "~/models/money/pay/entered-work-form"
import { addWorkKind, archiveWorkKind, listWorkKinds } from "~/models/money/pay/work-kinds.server"
import { formatMoney } from "~/utils/money"
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
      saved: ({ work, reach }) =>
        emailedToast(`${work.description} declined.`, reach, `${work.teacherName} gets an email.`),
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

const declineFormId = (workId: string) => `decline-${workId}`

type WaitingWorkProps = {
  works: EnteredWork[]
  currency: string
  /** The answer to the form of one entry. */
  declined: { work: string; result: SubmissionResult } | null
}

/** Extra work that waits for the office: confirmed with one button, or declined with a reason. */
function WaitingWork({ works, currency, declined }: WaitingWorkProps) {
  if (works.length === 0)
    return <EmptyState>No extra work is waiting. What teachers enter appears here.</EmptyState>
  return (
    <EnteredWorkList
      works={works}
      currency={currency}
      showsTeacher
      buttons={(work) => (
        <div className="buttons">
          <ActButton
            label="Confirm"
            sends={{ work: work.id }}
            intent="confirm-work"
            pending="Confirming…"
            variant="primary"
            about={`${work.description} of ${work.teacherName}`}
          />
          <DeclineForm
            id={declineFormId(work.id)}
            sends={{ work: work.id }}
            field="reason"
            label={`Reason, sent to ${work.teacherName}`}
            result={declined?.work === work.id ? declined.result : undefined}
            intent="decline-work"
          >
            Decline
          </DeclineForm>
        </div>
      )}
    />
  )
}

const workKindFormId = "work-kind"

type WorkKindsPartProps = { kinds: WorkKind[]; currency: string; result?: SubmissionResult }

/** What the school pays for outside of lessons: teachers choose among these and see the rate. */
function WorkKindsPart({ kinds, currency, result }: WorkKindsPartProps) {
  const [form, fields] = useForm<Record<"name" | "paid" | "amount", string>>({
    id: workKindFormId,
    lastResult: result,
    defaultValue: { paid: "hour" },
  })
  return (
    <section className="section narrow" aria-labelledby="kinds">
      <h2 id="kinds">Kinds and rates</h2>
      <p className="dim">
        Teachers choose one of these, and the amount follows from your rate. Work already entered keeps its
        rate.
      </p>
      {kinds.length > 0 ? (
        <ul className="rows">
          {kinds.map(({ id, name, isHourly, amountMinor }) => (
            <li key={id}>
              <span>
                {name}, {formatMoney(amountMinor, currency)} {isHourly ? "an hour" : "each time"}
              </span>
              <ActButton
                label="Archive"
                sends={{ kind: id }}
                intent="archive-kind"
                pending="Archiving…"
                about={name}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.name} label="Name" hint="like Recital or Exam" maxLength={60} />
        <SegmentedField
          meta={fields.paid}
          label="Paid"
          choices={[
            { value: "hour", label: "Per hour" },
            { value: "time", label: "Each time" },
          ]}
        />
        <Field meta={fields.amount} label={`Rate in ${currency}`} inputMode="decimal" maxLength={20} />
        <SubmitRow label="Add kind" intent="add-kind" variant="secondary" pending="Adding…" />
      </PostForm>
    </section>
  )
}
