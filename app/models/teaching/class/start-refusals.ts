import { limitReached } from "~/models/accounts/subscription/plan-usage"
import { slotMessages } from "~/texts/teaching/refusals"
import type { startClass } from "./start-class.server"

/** Why a class can't start, as messages by field (`form` for the whole). */
export function startMessages(
  refusal: Exclude<ReturnType<typeof startClass>, { ok: true }>,
): ReturnType<typeof slotMessages> {
  switch (refusal.reason) {
    case "full":
      return {
        messages: { capacity: "Enter at least as many spots as students you selected." },
        refused: null,
      }
    case "no-student":
      return {
        messages: { form: "A student you selected is no longer in the school. Check your selection." },
        refused: null,
      }
    case "limit-reached":
      return {
        messages: { form: limitReached("students", refusal.planName, refusal.places) },
        refused: null,
      }
    case "never-meets":
      return {
        messages: { count: "That’s more lessons than fit before the end date. Enter a lower number." },
        refused: null,
      }
    default:
      return slotMessages(refusal)
  }
}
