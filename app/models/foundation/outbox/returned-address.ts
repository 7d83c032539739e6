// An address that can't be mailed, in words; safe in the browser.
import { formFor } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"

export type ReturnKind = "bounced" | "complained"

export const returnTexts: Record<ReturnKind, string> = {
  bounced: "Emails come back",
  complained: "Marked as spam",
}

/** "Emails to Ada Okafor and Bo Pohl come back, so they aren’t emailed." */
export const notEmailedText = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : `Emails to ${joinNames(names)} come back, so ${formFor(names.length, "this person isn’t", "they aren’t")} emailed.`

/** Why nothing more is sent there. */
export const returnReasons: Record<ReturnKind, string> = {
  bounced: "The receiving server refuses emails to this address.",
  complained: "Someone marked one of our emails to this address as spam.",
}
