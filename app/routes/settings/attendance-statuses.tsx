import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { NewStatus, StatusList } from "~/components/accounts/settings/status-list"
import { AnswerSummary } from "~/components/form/answer-summary"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { EmptyState } from "~/components/ui/empty-state"
import { redirectAfterDeleting } from "~/http/deleted-toast.server"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import {
  mostStatuses,
  type OwnStatusRefusal,
  ownStatusRefusals,
} from "~/models/accounts/own-status/own-status"
import {
  addStatus,
  changeStatus,
  listStatusesWithUse,
  moveStatus,
  removeStatus,
  setRetired,
} from "~/models/accounts/own-status/own-status.server"
import { ChangeStatusForm, NewStatusForm } from "~/models/accounts/own-status/own-status-form"
import type { Actor } from "~/models/foundation/access/actor"
import { paths } from "~/utils/paths"

/** The attendance statuses of the school's own, beside the five. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return { statuses: listStatusesWithUse(actor), paysTeachers: hasPaidTeachers(actor) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  const statusId = String(form.get("statusId") ?? "").slice(0, 64)
  switch (form.get("intent")) {
    case "add":
      return add(actor, form)
    case "change":
      return change(actor, form)
    case "up":
      return answered(moveStatus(actor, statusId, -1), (name) => `${name} moved.`)
    case "down":
      return answered(moveStatus(actor, statusId, 1), (name) => `${name} moved.`)
    case "retire": {
      const retired = setRetired(actor, statusId, true)
      if (!retired.ok) throw notFound()
      const undo = { to: back, fields: { intent: "restore", statusId } }
      return redirectWithUndo(back, `${retired.name} retired.`, undo)
    }
    case "restore":
      return answered(setRetired(actor, statusId, false), (name) => `${name} restored.`)
    case "remove": {
      const removed = removeStatus(actor, statusId)
      if (removed.ok) return redirectAfterDeleting(back, `${removed.name} deleted.`, statusId)
      return answered(removed, (name) => name)
    }
    default:
      throw notFound()
  }
}

const back = paths.attendanceStatuses()

const hasPaidTeachers = ({ school }: Actor) => school.kind !== "solo"

/** A school that pays teachers says how much for a status with rules of its own. */
const lacksPay = (actor: Actor, { rule }: NewStatusForm) =>
  rule !== null && rule.paidPercent === undefined && hasPaidTeachers(actor)
const payMissing = { paidPercent: "Enter a percentage from 0 to 100." }

type Done = { ok: true; name: string } | { ok: false; reason: OwnStatusRefusal }

/** What a button did, or why it did nothing. */
function answered(done: Done, text: (name: string) => string) {
  if (done.ok) return redirectWithToast(back, text(done.name))
  if (done.reason === "not-found") throw notFound()
  return redirectWithToast(back, { title: ownStatusRefusals[done.reason], tone: "bad" })
}

function add(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: NewStatusForm })
  if (submission.status !== "success") return invalid(submission)
  if (lacksPay(actor, submission.value)) return invalid(submission, payMissing)
  const added = addStatus(actor, submission.value)
  if (added.ok) return redirectWithToast(back, `${added.name} added.`)
  return invalid(submission, refused(added.reason), 409)
}

function change(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: ChangeStatusForm })
  if (submission.status !== "success") return invalid(submission)
  const { statusId, ...facts } = submission.value
  if (lacksPay(actor, facts)) return invalid(submission, payMissing)
  const changed = changeStatus(actor, statusId, facts)
  if (changed.ok) return redirectWithToast(back, `${changed.name} saved.`)
  return invalid(submission, refused(changed.reason), 409)
}

/** The refusal beside the field it's about. */
function refused(reason: OwnStatusRefusal) {
  if (reason === "not-found") throw notFound()
  const field = { "letters-taken": "letters", used: "countsAs", "name-taken": "name", "too-many": "name" }[
    reason
  ]
  return { [field]: ownStatusRefusals[reason] }
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Attendance statuses",
  column: "stack narrow",
  head: () => ({
    expression: "names of your own beside the five",
    back: { to: paths.preferences(), label: "Rules and emails" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Attendance statuses · Tutti" }]

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
