import type { NoteHeadKind } from "~/components/ui/note-head"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import { formatDate } from "~/utils/formats"

/** The status of a person's portal access as label and note head. */
export function signInStatus(state: SignInState): { head: NoteHeadKind; tone?: "ok" | "bad"; label: string } {
  switch (state.kind) {
    case "none":
      return { head: "open", label: "Not invited" }
    case "invited":
      return {
        head: "half",
        label: `Invited ${formatDate(state.sentOn, "day")}, expires ${formatDate(state.endsOn, "day")}`,
      }
    case "expired":
      return {
        head: "x",
        tone: "bad",
        label: `Invited ${formatDate(state.sentOn, "day")}, expired`,
      }
    case "printed":
      return { head: "half", label: "Temporary password not changed" }
    case "active":
      return { head: "on", tone: "ok", label: "Can log in" }
    case "locked":
      return { head: "x", tone: "bad", label: "Locked" }
  }
}
