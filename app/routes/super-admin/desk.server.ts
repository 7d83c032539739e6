import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { listSavedAnswers } from "~/models/platform/saved-answer/saved-answer.server"
import { assignMatter, listStaff } from "~/models/platform/support-desk/assign-matter.server"
import {
  answerWithinHours,
  kindLabels,
  type MatterKind,
  type MatterPriority,
  type MatterState,
  waitText,
} from "~/models/platform/support-desk/desk"
import { AnswerForm, AssignForm, NoteForm, SortForm } from "~/models/platform/support-desk/desk-forms"
import { closeMatter, reopenMatter } from "~/models/platform/support-desk/matter.server"
import { addNote, listNotes, sortMatter } from "~/models/platform/support-desk/matter-care.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/staff-times.server"

type Desk = {
  kind: MatterKind
  id: string
  /** The matter's own page. */
  to: string
  answer: (content: string) => { ok: boolean }
  /** The message after an answer was sent. */
  answered: string
}

type Handled = {
  snoozedUntil: number | null
  closedAt: number | null
  priority: MatterPriority
  /** Since when someone waits; null while no one does. */
  since: number | null
}

/** What every matter's page shows beside what was written: its state, notes, who may take it, saved answers. */
export function careOf(
  staff: SuperActor,
  request: Request,
  { kind, id, handled }: { kind: MatterKind; id: string; handled: Handled },
) {
  const { snoozedUntil, closedAt, priority, since } = handled
  const at = now()
  const isSnoozed = snoozedUntil !== null && snoozedUntil > at
  const state: MatterState = closedAt
    ? "closed"
    : isSnoozed
      ? "snoozed"
      : since === null
        ? "answered"
        : "waiting"
  const saved = listSavedAnswers(staff)
  const chosen = new URL(request.url).searchParams.get("saved")
  return {
    state,
    snoozedUntil: isSnoozed ? staffTimeAndZone(snoozedUntil) : null,
    waited: state === "waiting" && since !== null ? waitText(at - since) : null,
    isLate: state === "waiting" && since !== null && at - since > answerWithinHours[priority] * 3_600_000,
    closedOn: closedAt ? staffTimeAndZone(closedAt) : null,
    staff: listStaff(staff),
    keepsAnswers: mayStaff(staff.roles, "desk:answer"),
    notes: listNotes(staff, kind, id).map(({ createdAt, ...note }) => ({
      ...note,
      when: staffTimeAndZone(createdAt),
    })),
    saved: saved.map(({ id: answerId, title }) => ({ id: answerId, title })),
    inserted: saved.find(({ id: answerId }) => answerId === chosen) ?? null,
  }
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
    if (assigned.status !== "success") return invalid(assigned)
    const { assignee, handNote: note } = assigned.value
    const done = assignMatter(staff, kind, id, { to: assignee, note })
    if (!done.ok) throw notFound()
    return redirectWithToast(
      done.isStillSeen ? to : paths.desk(),
      done.name ? `Assigned to ${done.name}.` : "Unassigned.",
    )
  }
  if (intent === "close" || intent === "reopen") {
    const done = intent === "close" ? closeMatter(staff, kind, id) : reopenMatter(staff, kind, id)
    if (!done.ok) throw notFound()
    const label = kindLabels[kind].one
    return intent === "close"
      ? redirectWithToast(paths.desk(), `${label} closed.`)
      : redirectWithToast(to, `${label} reopened.`)
  }
  if (intent === "note") {
    const note = readForm(form, { schema: NoteForm })
    if (note.status !== "success") return invalid(note)
    addNote(staff, kind, id, note.value.note)
    return redirectWithToast(to, "Note added.")
  }
  if (intent === "sort") {
    const sorted = readForm(form, { schema: SortForm })
    if (sorted.status !== "success") return invalid(sorted)
    if (!sortMatter(staff, kind, id, sorted.value).ok) throw notFound()
    return redirectWithToast(to, "Saved.")
  }
  const submission = readForm(form, { schema: AnswerForm })
  if (submission.status !== "success") return invalid(submission)
  if (!answer(submission.value.content).ok) throw notFound()
  return redirectWithToast(to, answered)
}
