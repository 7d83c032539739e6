import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { becameText } from "~/models/teaching/closure-lesson/closure-lesson"
import { listWaitingEmails } from "~/models/teaching/closure-lesson/waiting-closures.server"
import { listSkipped } from "~/models/teaching/waiting-list/mailable.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** So many classes are named. */
const mostClasses = 5
/** And so many closures. */
const mostClosures = 5

/** Families on waiting lists whom no offer reaches, emails that wait, and what people agreed on or asked for and the actor is to approve. */
export function listToApprove(
  actor: Actor,
  { swaps, corrections, familyChanges }: Record<"swaps" | "corrections" | "familyChanges", number>,
) {
  const skipped = may(actor, "class:write") ? listSkipped(actor) : []
  const unsent = may(actor, "school:settings") ? listWaitingEmails(actor) : []
  return [
    ...unsent.slice(0, mostClosures).map(({ id, name, others, ...untold }) => ({
      n: untold.lessons,
      to: paths.closureLessons(id),
      label: `${others > 0 ? `${name} and ${countOf(others, "other closure")}` : name}, emails about ${countOf(untold.lessons, "lesson")}`,
      about: `not sent yet, so no one knows that ${untold.lessons === 1 ? "it was" : "they were"} ${becameText(untold)}`,
    })),
    ...skipped.slice(0, mostClasses).map(({ classId, className, names: [first = "", ...others] }) => ({
      n: 1,
      to: paths.waitingList(classId),
      label: `${className}, waiting list`,
      about: `automatic offers skip ${others.length > 0 ? `${first} and ${countOf(others.length, "other")}` : first}, as no working email reaches the family`,
    })),
    {
      n: swaps,
      to: paths.swaps(),
      label: `${countOf(swaps, "lesson swap")} to approve`,
      about: "the families agree",
    },
    {
      n: familyChanges,
      to: paths.familyChanges(),
      label: `${countOf(familyChanges, "change")} by families to approve`,
      about: "what you have stays until you do",
    },
    {
      n: corrections,
      to: paths.corrections(),
      label: `${countOf(corrections, "attendance correction")} to approve`,
      about: "teachers can’t change attendance that’s locked",
    },
  ].flatMap(({ n, ...item }) => (n > 0 ? [item] : []))
}
