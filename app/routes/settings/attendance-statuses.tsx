import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { NewStatus, StatusList } from "~/components/accounts/settings/status-list"
import { AnswerSummary } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { deletedToast } from "~/http/toast.server"
import { mostStatuses } from "~/models/accounts/custom-status/custom-status"
import {
  addStatus,
  changeStatus,
  listStatusesWithUse,
  moveStatus,
  removeStatus,
  setRetired,
} from "~/models/accounts/custom-status/custom-status.server"
import { ChangeStatusForm, NewStatusForm } from "~/models/accounts/custom-status/custom-status-form"
import type { Actor } from "~/models/foundation/access/actor"
import { ownStatusRefusals } from "~/texts/accounts/refusals"
import { paths } from "~/utils/paths"

/** The attendance statuses of the school's own, beside the five. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return { statuses: listStatusesWithUse(actor), paysTeachers: hasPaidTeachers(actor) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const move = (by: -1 | 1) =>
    act({
      run: (form) => moveStatus(actor, idIn(form, "statusId"), by),
      refusals: ownStatusRefusals,
      saved: ({ name }) => `${name} moved.`,
    })
  const fields = { field: fieldOf, status: 409, refusals: { ...ownStatusRefusals, "no-pay": payMissing } }
  return intents(request, back, {
    add: intent({
      schema: NewStatusForm,
      run: (status) => (lacksPay(actor, status) ? noPay : addStatus(actor, status)),
      ...fields,
      saved: ({ name }) => `${name} added.`,
    }),
    change: intent({
      schema: ChangeStatusForm,
      run: ({ statusId, ...facts }) =>
        lacksPay(actor, facts) ? noPay : changeStatus(actor, statusId, facts),
      ...fields,
      saved: ({ name }) => `${name} saved.`,
    }),
    up: move(-1),
    down: move(1),
    retire: act({
      run: (form) => setRetired(actor, idIn(form, "statusId"), true),
      refusals: ownStatusRefusals,
      saved: ({ name }, form) => ({
        title: `${name} retired.`,
        undo: { to: back, fields: { intent: "restore", statusId: idIn(form, "statusId") } },
      }),
    }),
    restore: act({
      run: (form) => setRetired(actor, idIn(form, "statusId"), false),
      refusals: ownStatusRefusals,
      saved: ({ name }) => `${name} restored.`,
    }),
    remove: act({
      run: (form) => removeStatus(actor, idIn(form, "statusId")),
      refusals: ownStatusRefusals,
      saved: ({ name }, form) => deletedToast(back, `${name} deleted.`, idIn(form, "statusId")),
    }),
  })
}

const back = paths.attendanceStatuses()

const hasPaidTeachers = ({ school }: Actor) => school.kind !== "solo"

/** A school that pays teachers says how much for a status with rules of its own. */
const lacksPay = (actor: Actor, { rule }: NewStatusForm) =>
  rule !== null && rule.paidPercent === undefined && hasPaidTeachers(actor)
const noPay = { ok: false, reason: "no-pay" } as const
const payMissing = { at: "paidPercent", says: "Enter a percentage from 0 to 100.", status: 400 }

/** The field that a refusal is about. */
const fieldOf = { "letters-taken": "letters", used: "countsAs", "name-taken": "name", "too-many": "name" }

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Attendance statuses",
  column: "stack narrow",
  head: () => ({
    expression: "names of your own beside the five",
    back: { to: paths.policies(), label: "Policies" },
  }),
})

export default function AttendanceStatuses() {
  const { statuses, paysTeachers } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { intent, statusId } = result?.initialValue ?? {}
  return (
    <>
      <AnswerSummary formId={intent === "add" ? "new-status" : `status-${statusId}`} result={result} />
      <p className="dim">
        Each status counts as one of the five in charges, teacher pay, make-up credits and figures, unless you
        give it rules of its own. You can have up to {mostStatuses}.
      </p>
      {statuses.length > 0 ? (
        <StatusList
          statuses={statuses}
          paysTeachers={paysTeachers}
          result={intent === "add" ? undefined : result}
        />
      ) : (
        <EmptyState>
          No statuses of your own yet. Add one, such as Sick note, and it appears where you take attendance.
        </EmptyState>
      )}
      <NewStatus
        key={statuses.length}
        paysTeachers={paysTeachers}
        result={intent === "add" ? result : undefined}
      />
    </>
  )
}
