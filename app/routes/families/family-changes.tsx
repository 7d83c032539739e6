import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ShownLeave } from "~/components/attendance/leave/leave-state"
import { Field } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import {
  AnsweredChanges,
  answerFormId,
  ChangesToAnswer,
} from "~/components/people/own-data/changes-to-answer"
import { FeeChanges } from "~/components/people/student/fee-changes"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { act, idIn, intents, titled, titles } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import {
  type ApprovalEffect,
  approveLeave,
  declineLeave,
  listLeaveRequests,
  previewApproval,
  undoApproval,
} from "~/models/attendance/leave/leaves.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import {
  approveChange,
  approveChanges,
  countChanges,
  declineChanges,
  listAnswered,
  listChanges,
} from "~/models/people/own-data/changes.server"
import { DeclineChangesForm } from "~/routes/families/decline-changes-form.server"
import {
  answerLeaveRefusals,
  approvalText,
  leaveFeeText,
  leaveText,
  notBackText,
  undoApprovalRefusals,
} from "~/texts/attendance/leave"
import { approveChangeRefusals } from "~/texts/people/refusals"
import { countOf, formatDate } from "~/utils/formats"
import { PER_PAGE } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

/** What families want changed, with what it is now: approved with one press, one by one or many at once. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const page = readPage(request)
  const dated = <Row extends { createdAt: number; answeredAt: number | null }>({
    createdAt,
    answeredAt,
    ...row
  }: Row) => ({
    ...row,
    on: localDate(createdAt, actor.school.timeZone),
    answeredOn: answeredAt === null ? null : localDate(answeredAt, actor.school.timeZone),
  })
  return {
    pages: paged(request, countChanges(actor)),
    leaves: listLeaveRequests(actor).map(({ createdAt, ...row }) => ({
      ...row,
      on: localDate(createdAt, actor.school.timeZone),
    })),
    waiting: listChanges(actor, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }).map(dated),
    answered: listAnswered(actor, 20).map(dated),
    mayAnswer: may(actor, "student:write"),
    setsRules: may(actor, "school:settings"),
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const back = paths.familyChanges()
  return intents(request, back, {
    approve: act({
      run: (form) => approveChange(actor, idIn(form, "one"), String(form.get("seen") ?? "")),
      refusals: titles(approveChangeRefusals),
      saved: ({ label, guardian, isKnown }) =>
        isKnown
          ? {
              title: `${guardian} is in the family already.`,
              text: "Send an invitation under Portal access if they can’t log in.",
            }
          : guardian
            ? {
                title: `${guardian} added.`,
                text: "See under Portal access whether their invitation was sent.",
              }
            : `${label} changed.`,
    }),
    "approve-many": (form) => {
      const ids = chosenIn(form)
      if (ids.length === 0) return none("approve-many")
      return answered(approveChanges(actor, ids), "approved")
    },
    decline: (form) => decline(actor, form, [idIn(form, "one")]),
    "preview-leave": act({
      run: (form) => {
        const one = idIn(form, "one")
        const previewed = previewApproval(actor, one)
        return previewed.ok ? data({ one, effect: previewed.effect }) : previewed
      },
      refusals: titled("Can’t be approved.", answerLeaveRefusals),
    }),
    "approve-leave": act({
      run: (form) => approveLeave(actor, idIn(form, "one")),
      refusals: titled("Not approved.", answerLeaveRefusals),
      saved: ({ name, kind, leaveId, left }) => ({
        title: kind === "end" ? `End of lessons approved for ${name}.` : `Leave approved for ${name}.`,
        undo: {
          to: back,
          fields: {
            intent: "undo-approval",
            one: leaveId,
            left: left.map(({ classId, id }) => `${classId}.${id}`).join(" "),
          },
        },
      }),
    }),
    "undo-approval": act({
      run: (form) => undoApproval(actor, idIn(form, "one"), leftIn(form)),
      refusals: {
        ...titled("Not undone.", undoApprovalRefusals),
        stays: ({ text }) => ({ title: "Not undone.", text }),
      },
      saved: ({ name, notBack }) =>
        [`The request for ${name} waits for an answer again.`, notBackText(notBack)]
          .filter(Boolean)
          .join(" "),
    }),
    "decline-leave": (form) => declineRequest(actor, form),
    "decline-many": (form) => {
      const ids = chosenIn(form)
      return ids.length === 0 ? none("decline-many") : decline(actor, form, ids)
    },
  })
}

const most = 100
const chosenIn = (form: FormData) =>
  form
    .getAll("change")
    .slice(0, most)
    .map((id) => String(id).slice(0, 64))

/** The enrollments that an approval ended. */
const leftIn = (form: FormData) =>
  String(form.get("left") ?? "")
    .slice(0, 2000)
    .split(" ")
    .filter(Boolean)
    .map((pair) => {
      const [classId = "", id = ""] = pair.split(".")
      return { classId, id }
    })

const none = (intent: string) =>
  data(
    {
      one: "",
      result: {
        status: "error" as const,
        initialValue: { intent },
        error: { "": ["Select a change first."] },
      },
    },
    400,
  )

function decline(actor: Actor, form: FormData, ids: readonly string[]) {
  const submission = readForm(form, { schema: DeclineChangesForm })
  if (submission.status !== "success")
    return data({ one: idIn(form, "one"), result: invalid(submission).data.result }, 400)
  return answered(declineChanges(actor, ids, submission.value.answer), "declined")
}

function declineRequest(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: DeclineChangesForm })
  const one = idIn(form, "one")
  if (submission.status !== "success") return data({ one, result: invalid(submission).data.result }, 400)
  const declined = declineLeave(actor, one, submission.value.answer)
  if (!declined.ok && declined.reason === "not-found") throw notFound()
  return redirectWithToast(
    paths.familyChanges(),
    declined.ok
      ? `Request declined for ${declined.name}.`
      : { tone: "bad", title: answerLeaveRefusals.answered },
  )
}

const answered = ({ done, left }: { done: number; left: number }, verb: "approved" | "declined") =>
  redirectWithToast(paths.familyChanges(), {
    tone: done > 0 ? "good" : "bad",
    title: `${countOf(done, "change")} ${verb}.`,
    ...(left > 0
      ? {
          text: `${countOf(left, "change")} left: answered by someone else, withdrawn, changed by your school, or about another guardian.`,
        }
      : {}),
  })

export const meta: MetaFunction = () => [{ title: "Changes by families · Tutti" }]

export default function FamilyChanges() {
  const { pages, leaves, waiting, answered: done, mayAnswer, setsRules } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && "result" in answer ? answer : undefined
  const previewed = answer && "effect" in answer ? answer : undefined
  return (
    <div className="stack">
      <AnswerSummary
        formId={
          leaves.some(({ id }) => id === refused?.one)
            ? leaveAnswerFormId(refused?.one ?? "")
            : answerFormId(refused?.one ?? "")
        }
        result={refused?.result}
      />
      <PageHead
        title="Changes by families"
        expression="what you have stays until you approve"
        actions={
          setsRules ? <LinkButton to={paths.ownDataRules()}>Set what families change</LinkButton> : null
        }
      />
      <PeopleTabs current="changes" />
      <LeaveRequests requests={leaves} mayAnswer={mayAnswer} refused={refused} previewed={previewed} />
      {waiting.length > 0 ? (
        <>
          <ChangesToAnswer changes={waiting} mayAnswer={mayAnswer} refused={refused} />
          <Pagination {...pages} />
        </>
      ) : leaves.length > 0 ? null : (
        <EmptyState>
          No changes are waiting. When a family changes something that you approve, you see it here.
        </EmptyState>
      )}
      {done.length > 0 ? <AnsweredChanges changes={done} /> : null}
    </div>
  )
}

type Request = ShownLeave & { studentId: string; on: string }
type RequestsProps = {
  requests: Request[]
  mayAnswer: boolean
  refused: { one: string; result: SubmissionResult<string[]> } | undefined
  previewed: { one: string; effect: ApprovalEffect } | undefined
}

/** The form of the answer to one request. */
const leaveAnswerFormId = (id: string) => `decline-leave-${id}`

/** Leaves and ends of lessons that families ask for, each approved with one press, or after its preview. */
function LeaveRequests({ requests, mayAnswer, refused, previewed }: RequestsProps) {
  if (requests.length === 0) return null
  return (
    <section className="section" aria-labelledby="leave-requests">
      <h2 id="leave-requests">Leaves and ends of lessons</h2>
      <ul className="rows">
        {requests.map((request) => (
          <li key={request.id} className="flex-wrap">
            <span className="wrap-anywhere">
              <Link to={paths.student(request.studentId)}>{request.name}</Link>: <b>{leaveText(request)}</b>
              <br />
              <span className="small dim">
                {[
                  request.reason,
                  request.kind === "leave" ? leaveFeeText(request.feePercent) : "",
                  `Asked on ${formatDate(request.on, "medium")}`,
                ]
                  .filter(Boolean)
                  .join(". ")}
              </span>
            </span>
            {mayAnswer ? (
              <AnswerRequest
                request={request}
                result={refused?.one === request.id ? refused.result : undefined}
                effect={previewed?.one === request.id ? previewed.effect : undefined}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type AnswerProps = { request: Request; result?: SubmissionResult<string[]>; effect?: ApprovalEffect }

function AnswerRequest({ request, result, effect }: AnswerProps) {
  const { id } = request
  const about = `for ${request.name}: ${leaveText(request)}`
  const [form, fields] = useForm<{ answer: string }>({ id: leaveAnswerFormId(id), lastResult: result })
  const { currency } = useLoaderData<typeof loader>()
  return (
    <div className="buttons">
      {effect ? (
        <div role="status">
          <p>{approvalText(effect)}</p>
          <FeeChanges fees={effect.fees} currency={currency} />
        </div>
      ) : (
        <ActButton
          label="Preview changes"
          sends={{ one: id }}
          intent="preview-leave"
          pending="Checking…"
          about={about}
        />
      )}
      <ActButton
        label="Approve"
        sends={{ one: id }}
        intent="approve-leave"
        pending="Saving…"
        variant="primary"
        about={about}
      />
      <details className="disclosure no-print" open={result !== undefined}>
        <summary>Decline</summary>
        <PostForm className="form" {...getFormProps(form)} sends={{ one: id }}>
          <Field
            meta={fields.answer}
            label="Answer"
            hint="The family reads it in the portal"
            maxLength={200}
          />
          <SubmitRow label="Decline" intent="decline-leave" variant="secondary" pending="Saving…" />
        </PostForm>
      </details>
    </div>
  )
}
