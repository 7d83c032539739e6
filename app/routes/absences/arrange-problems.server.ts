import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { type Choices, noSubstitute } from "~/models/attendance/absence/absence"
import { DraftChoices } from "~/models/attendance/absence/absence-form"
import { type AbsencePage, findAbsencePage } from "~/models/attendance/absence/absence-page.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { slotValue } from "~/models/teaching/session/clash"
import { discardDraft, findDraft, saveDraft } from "~/models/teaching/teacher-time/arrangement-draft.server"
import { arrangeRefusals } from "~/texts/attendance/refusals"
import { visibleLength } from "~/utils/form-text"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** Why the form wasn't read, by lesson: its fields are `choice.`, `by.` and `at.` with the lesson's id. */
export const problemsOf = (error: Record<string, string[] | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(error).map(([name, messages]) => [
      name.slice(name.indexOf(".") + 1),
      messages?.join(" ") ?? "",
    ]),
  )

/**
 * The lessons for which someone who is no teacher of the school was sent, and those to be moved to a time that the page
 * doesn't offer, or no longer. Why a teacher isn't free, arranging says.
 */
export function findNotOffered(
  actor: Actor,
  { days, choices }: Pick<AbsencePage, "days" | "choices">,
): Record<string, string> | undefined {
  const teachers = new Set(listTeachers(actor).map(({ id }) => id))
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times, beside }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      const isNobody = by === noSubstitute && beside !== null
      if (by && !isNobody && !teachers.has(by)) return [[id, "Choose another teacher."]]
      if (choice === "move" && !times.some((time) => slotValue(time) === at))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** What was chosen earlier and isn’t possible anymore, by lesson: a substitute or a time that has been taken since. */
function findStale({ days, choices }: Pick<AbsencePage, "days" | "choices">): Record<string, string> {
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times, beside, substitutes }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      const isNobody = by === noSubstitute && beside !== null
      if (choice === "substitute" && !isNobody && !substitutes.some(({ teacherId }) => teacherId === by))
        return [[id, "The substitute isn’t free anymore. Choose another."]]
      if (choice === "move" && !times.some((time) => slotValue(time) === at))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return Object.fromEntries(found)
}

/** What is wrong with the reason for substitutes outside their hours, where some are chosen. */
export function findHoursProblem({
  outsideHours,
  hoursReason,
}: Pick<AbsencePage, "outsideHours" | "hoursReason">): Record<string, string> | undefined {
  if (outsideHours === 0) return undefined
  if (visibleLength(hoursReason) < 3)
    return { hoursReason: "Enter a reason for the substitutes outside their hours." }
  return hoursReason.length > 200 ? { hoursReason: "Keep the reason under 200 characters." } : undefined
}

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
