import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { LeaveState } from "~/components/attendance/leave/leave-state"
import { DateField, Field, SelectField } from "~/components/form/field"
import { ActButton, ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import {
  askForLeave,
  earliestDay,
  findLeaveRules,
  listClassesOf,
  listLeavesOf,
  withdrawLeave,
} from "~/models/attendance/leave/leaves.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { LeaveRequestForm } from "~/routes/students/leave-form.server"
import {
  askLeaveRefusals,
  leaveKindLabels,
  leavePolicyText,
  leaveText,
  noClassText,
  tooSoonText,
} from "~/texts/attendance/leave"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The leaves of a family's students, and the form that asks the school for one or for the end of lessons. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const acting = students.filter(({ as }) => as !== "child")
  const rules = findLeaveRules(actor)
  return {
    rules,
    earliest: earliestDay(actor, rules),
    leaves: listLeavesOf(
      actor,
      students.map(({ id }) => id),
    ),
    students: acting.map(({ id, firstName }) => ({ value: id, label: firstName })),
    classes: acting.flatMap(({ id, firstName }) =>
      listClassesOf(actor, id).map((found) => ({ value: found.id, label: `${found.name} (${firstName})` })),
    ),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const ids = findPortal(actor).students.flatMap(({ id, as }) => (as === "child" ? [] : [id]))
  return intents(request, paths.studentLeaves(), {
    ask: intent({
      schema: LeaveRequestForm,
      run: (wish) => {
        if (!ids.includes(wish.student)) throw notFound()
        return askForLeave(actor, wish)
      },
      refusals: {
        ...askLeaveRefusals,
        "too-soon": ({ earliest, noticeDays }) => ({
          at: "startsOn",
          says: tooSoonText(earliest, noticeDays),
        }),
        "no-class": ({ classes }: { classes: string[] }) => ({ at: "classId", says: noClassText(classes) }),
        overlaps: { at: "startsOn", says: askLeaveRefusals.overlaps },
      },
      status: 409,
      saved: ({ name }) => `Request sent for ${name}. The school answers it here.`,
    }),
    withdraw: act({
      run: (form) => withdrawLeave(actor, ids, idIn(form, "leave")),
      refusals: { answered: { title: "The school has answered. Reload the page." } },
      saved: "Request withdrawn.",
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Leave and ending lessons · Tutti" }]

export default function FamilyLeave() {
  const { rules, earliest, leaves, students, classes } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack narrow">
      <PageHead title="Leave and ending lessons" back={{ to: paths.studentSchedule(), label: "Schedule" }} />
      {leaves.length > 0 ? (
        <ul className="rows">
          {leaves.map((leave) => (
            <li key={leave.id} className="flex-wrap">
              <span className="wrap-anywhere">
                {leave.firstName}: <b>{leaveText(leave)}</b> <LeaveState {...leave} />
                {leave.reason ? <p className="dim">Reason: {leave.reason}</p> : null}
                {leave.answer ? <p className="dim">Answer: {leave.answer}</p> : null}
              </span>
              {leave.state === "asked" && students.length > 0 ? (
                <ActButton
                  label="Withdraw"
                  sends={{ leave: leave.id }}
                  intent="withdraw"
                  pending="Withdrawing…"
                  about={`for ${leave.firstName}: ${leaveText(leave)}`}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {students.length === 0 ? (
        <EmptyState>Ask a parent or guardian to request a leave.</EmptyState>
      ) : rules.takesLeaveRequests ? (
        <>
          <p>{leavePolicyText(rules)}</p>
          <RequestForm
            key={leaves[0]?.id}
            {...{ students, classes, result }}
            hint={`A leave from ${formatDate(earliest.leave, "medium")}; the last day of lessons from ${formatDate(earliest.end, "medium")}`}
          />
        </>
      ) : (
        <EmptyState
          action={<LinkButton to={paths.newMessage({ to: "office" })}>Message the school</LinkButton>}
        >
          Your school doesn’t take requests here. Message the school instead.
        </EmptyState>
      )}
    </div>
  )
}

type Choice = { value: string; label: string }
type RequestFormProps = {
  students: Choice[]
  classes: Choice[]
  hint: string
  result: NonNullable<ReturnType<typeof useActionData<typeof action>>>["result"] | undefined
}

function RequestForm({ students, classes, hint, result }: RequestFormProps) {
  const [form, fields] = useForm<
    Record<"kind" | "student" | "classId" | "startsOn" | "endsOn" | "reason", string | null>
  >({ id: "leave-request", lastResult: result })
  const kinds = (["leave", "end"] as const).map((value) => ({ value, label: leaveKindLabels[value] }))
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <SelectField meta={fields.student} label="Student" choices={students} />
      <SelectField meta={fields.kind} label="Request" choices={kinds} />
      <SelectField meta={fields.classId} label="Classes" prompt="All classes" choices={classes} optional />
      <DateField meta={fields.startsOn} label="First day of the leave, or last day of lessons" hint={hint} />
      <DateField
        meta={fields.endsOn}
        label="Last day of the leave"
        hint="Leave blank if you don’t know it yet"
        optional
      />
      <Field meta={fields.reason} label="Reason" optional maxLength={200} />
      <SubmitRow label="Send request" intent="ask" pending="Sending…" />
    </PostForm>
  )
}
