import { countOf } from "~/utils/count-of"

// A guest joins one lesson of a class without being enrolled in it. Safe in the browser.

export type GuestRefusal =
  | { reason: "no-session" | "is-cancelled" | "has-register" | "no-student" | "not-a-guest" | "marked" }
  | { reason: "former" | "already-in"; name: string }
  | { reason: "full"; capacity: number }

/** Why someone can't come as a guest, or their spot can't be removed. */
export function guestRefusal(refusal: GuestRefusal): string {
  switch (refusal.reason) {
    case "no-session":
      return "This lesson no longer exists."
    case "is-cancelled":
      return "This lesson is canceled. Restore it first."
    case "has-register":
      return "Attendance is already taken for this lesson, so its guests can’t change."
    case "no-student":
      return "A student you selected is no longer in the school. Check your selection."
    case "former":
      return `${refusal.name} has left the school. Change their status first.`
    case "already-in":
      return `${refusal.name} is already in this lesson.`
    case "full":
      return `This lesson has ${countOf(refusal.capacity, "spot")}, and there aren’t enough left. Raise the number of spots of the class first.`
    case "not-a-guest":
      return "This student is no longer a guest in this lesson."
    case "marked":
      return "This guest’s attendance is recorded, so the spot can’t be removed."
  }
}
