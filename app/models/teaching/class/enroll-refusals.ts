import { type LimitUsage, limitReached } from "~/models/accounts/subscription/plan-usage"
import { countOf } from "~/utils/count-of"
import { type Lacking, lackingMessage } from "../prerequisite/prerequisite"
import { type Refused, slotMessages } from "../session/slot-refusals"

type Refusal =
  | { reason: "no-class" | "ended" | "no-student" | "no-enrollment" | "before-start" | "over-already" }
  | { reason: "full"; capacity: number; name: string }
  | { reason: "already-enrolled"; name: string }
  | { reason: "prerequisite"; lacking: Lacking[] }
  | { reason: "limit-reached"; planName: string; places: LimitUsage }
  | Parameters<typeof slotMessages>[0]

/** Why someone cannot join, leave or change a class, as messages by field (`form` for the whole). */
export function enrollMessages(refusal: Refusal): {
  messages: Record<string, string>
  refused: Refused | null
} {
  const only = (messages: Record<string, string>) => ({ messages, refused: null })
  switch (refusal.reason) {
    case "full":
      return only({
        form: `This class has ${countOf(refusal.capacity, "spot")}, and on some of those dates there’s none left for ${refusal.name}. Raise the number of spots, or choose a later date or another class.`,
      })
    case "already-enrolled":
      return only({ form: `${refusal.name} is already in this class on some of those dates.` })
    case "prerequisite":
      return only({ prerequisiteReason: lackingMessage(refusal.lacking) })
    case "limit-reached":
      return only({ form: limitReached("students", refusal.planName, refusal.places) })
    case "ended":
      return only({ startsOn: "It ends before that date. Choose an earlier one." })
    case "no-student":
      return only({ form: "A student you selected is no longer in the school. Check your selection." })
    case "no-enrollment":
      return only({ form: "This student is no longer in the class." })
    case "before-start":
      return only({
        lastDay: "Choose a date on or after their first day.",
        from: "Choose a date after their first day.",
      })
    case "over-already":
      return only({
        lastDay: "They leave before that date. Choose an earlier one.",
        from: "They leave before that date. Choose an earlier one.",
      })
    case "no-class":
      return only({ toClassId: "This class no longer exists. Choose another." })
    default:
      return slotMessages(refusal)
  }
}
