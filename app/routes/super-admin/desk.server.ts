import { act, intent, intents } from "~/http/intents.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { listSavedAnswers } from "~/models/platform/saved-answer/saved-answer.server"
import {
  answerWithinHours,
  kindLabels,
  type MatterKind,
  type MatterPriority,
  type MatterState,
  waitText,
} from "~/models/platform/support-desk/desk"
import { AnswerForm, AssignForm, NoteForm, SortForm } from "~/models/platform/support-desk/desk-forms"
import {
  addNote,
  assignMatter,
  closeMatter,
  listNotes,
  listStaff,
  reopenMatter,
  sortMatter,
} from "~/models/platform/support-desk/matter.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import { staffTimeAndZone } from "~/utils/work-times.server"

type Desk = {
  kind: MatterKind
  id: string
  /** The matter's own page. */
  to: string
  answer: (content: string, seen?: string) => Result<void, "not-found" | "answered">
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
export function answerDeskForm(staff: SuperActor, form: FormData, { kind, id, to, answer, answered }: Desk) {
  const refusals = { missing: 404 } as const
  const label = kindLabels[kind].one
  return intents(form, to, {
    assign: intent({
      schema: AssignForm,
      run: ({ assignee, handNote: note }) => assignMatter(staff, kind, id, { to: assignee, note }),
      refusals: { missing: 404, "not-staff": 404 },
      saved: ({ name }) => (name ? `Assigned to ${name}.` : "Unassigned."),
      to: ({ isStillSeen }) => (isStillSeen ? to : paths.desk()),
    }),
    close: act({
      run: () => closeMatter(staff, kind, id),
      refusals,
      saved: `${label} closed.`,
      to: paths.desk(),
    }),
    reopen: act({ run: () => reopenMatter(staff, kind, id), refusals, saved: `${label} reopened.` }),
    note: intent({
      schema: NoteForm,
      run: ({ note }) => addNote(staff, kind, id, note),
      saved: "Note added.",
    }),
    sort: intent({
      schema: SortForm,
      run: (sorted) => sortMatter(staff, kind, id, sorted),
      refusals,
      saved: "Saved.",
    }),
    else: intent({
      schema: AnswerForm,
      run: ({ content, seen }) => answer(content, seen),
      field: "content",
      status: 409,
      refusals: { answered: "Tutti staff answered since you opened this. Read it, then send." },
      saved: answered,
    }),
  })
}
