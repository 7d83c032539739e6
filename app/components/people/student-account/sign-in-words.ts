import type { NoteHeadKind } from "~/components/ui/note-head"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import { formatDate } from "~/utils/date-text"

/** How a sign-in stands, in words and as a sign. */
export function signInWords(state: SignInState): { head: NoteHeadKind; tone?: "ok" | "bad"; words: string } {
  switch (state.kind) {
    case "none":
      return { head: "rest", words: "No sign-in" }
    case "invited":
      return {
        head: "open",
        words: `Invited on ${formatDate(state.sentOn, "day")}, good until ${formatDate(state.endsOn, "day")}`,
      }
    case "expired":
      return {
        head: "x",
        tone: "bad",
        words: `Invited on ${formatDate(state.sentOn, "day")}, ran out unused`,
      }
    case "printed":
      return { head: "half", words: "Temporary password not changed yet" }
    case "active":
      return { head: "on", tone: "ok", words: "Signs in" }
    case "locked":
      return { head: "x", tone: "bad", words: "Locked" }
  }
}
