import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Choices } from "~/models/attendance/absence/absence"
import { DraftChoices } from "~/models/attendance/absence/absence-form"
import { findAbsencePage } from "~/models/attendance/absence/absence-page.server"
import type { Actor } from "~/models/foundation/access/actor"
import { discardDraft, findDraft, saveDraft } from "~/models/teaching/teacher-time/arrangement-draft.server"
import { arrangeRefusals } from "~/texts/attendance/refusals"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { findStale } from "./arrange-problems.server"

/** The page as it was kept: with the choices of the draft, and those of them that aren’t possible anymore. */
export function openDraft(actor: Actor, absenceId: string) {
  const draft = findDraft(actor, absenceId)
  const kept = draft && DraftChoices.safeParse(draft.choices)
  if (!draft || !kept?.success) return { page: findAbsencePage(actor, absenceId), draft: null, problems: {} }
  const page = findAbsencePage(actor, absenceId, kept.data as Choices, draft.hoursReason)
  const when = formatInstant(draft.savedAt, actor.school.timeZone)
  return {
    page,
    draft: page?.days.length ? { when, savedBy: draft.savedBy } : null,
    problems: page ? findStale(page) : {},
  }
}

export function keepDraft(actor: Actor, absenceId: string, kept: { choices: Choices; hoursReason: string }) {
  const saved = saveDraft(actor, absenceId, kept)
  if (saved.ok) return redirectWithToast(paths.absence(absenceId), "Draft saved. No one is told yet.")
  if (saved.reason === "not-found") throw notFound()
  return redirectWithToast(paths.absence(absenceId), { title: arrangeRefusals[saved.reason], tone: "bad" })
}

export function dropDraft(actor: Actor, absenceId: string) {
  discardDraft(actor, absenceId)
  return redirectWithToast(paths.absence(absenceId), "Draft discarded.")
}
