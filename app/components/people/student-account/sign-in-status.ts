import type { NoteHeadKind } from "~/components/ui/note-head"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import { formatDate } from "~/utils/date-text"

/** The status of a person's portal access as label and note head. */
export function signInStatus(state: SignInState): { head: NoteHeadKind; tone?: "ok" | "bad"; label: string } {
  switch (state.kind) {
    case "none":
      return { head: "rest", label: "No sign-in" }
    case "invited":
      return {
        head: "open",
        label: `Invited on ${formatDate(state.sentOn, "day")}, good until ${formatDate(state.endsOn, "day")}`,
      }
    case "expired":
      return {
        head: "x",
        tone: "bad",
        label: `Invited on ${formatDate(state.sentOn, "day")}, ran out unused`,
      }
    case "printed":
      return { head: "half", label: "Temporary password not changed yet" }
    case "active":
      return { head: "on", tone: "ok", label: "Signs in" }
    case "locked":
      return { head: "x", tone: "bad", label: "Locked" }
  }
}
