import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { kindLabels, type MatterKind } from "~/models/platform/support-desk/desk"
import { AnswerForm, AssignForm } from "~/models/platform/support-desk/desk-forms"
import {
  assignMatter,
  closeMatter,
  listStaff,
  reopenMatter,
} from "~/models/platform/support-desk/matter.server"
import { paths } from "~/utils/paths"

type Desk = {
  kind: MatterKind
  id: string
  /** The matter's own page. */
  to: string
  answer: (content: string) => { ok: boolean }
  /** The message after an answer was sent. */
  answered: string
}

/** Answers the forms of a matter's page, the same for each kind: answer, assign, close, open again. */
export async function answerDeskForm(
  staff: SuperActor,
  form: FormData,
  { kind, id, to, answer, answered }: Desk,
) {
  const intent = form.get("intent")
  if (intent === "assign") {
    const assigned = readForm(form, { schema: AssignForm })
    if (assigned.status !== "success") throw notFound()
    const assignee = assigned.value.assignee || null
    const done = assignMatter(staff, kind, id, assignee)
    if (!done.ok) throw notFound()
    const name = listStaff(staff).find(({ userId }) => userId === assignee)?.name
    return redirectWithToast(to, name ? `Assigned to ${name}.` : "Unassigned.")
  }
  if (intent === "close" || intent === "reopen") {
    const done = intent === "close" ? closeMatter(staff, kind, id) : reopenMatter(staff, kind, id)
    if (!done.ok) throw notFound()
    const label = kindLabels[kind].one
    return intent === "close"
      ? redirectWithToast(paths.desk(), `${label} closed.`)
      : redirectWithToast(to, `${label} reopened.`)
  }
  const submission = readForm(form, { schema: AnswerForm })
  if (submission.status !== "success") return invalid(submission)
  if (!answer(submission.value.content).ok) throw notFound()
  return redirectWithToast(to, answered)
}
