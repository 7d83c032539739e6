// An address that can't be mailed, in words; safe in the browser.
import { countOf, formFor } from "~/utils/formats"
import { joinNames } from "~/utils/names"

export type BounceKind = "bounced" | "complained"

export const bounceTexts: Record<BounceKind, string> = {
  bounced: "Emails come back",
  complained: "Marked as spam",
}

/** So many people are named in a message; of more, the first. */
const mostNamed = 8

/** "Ada Okafor and Bo Pohl"; of many "Ada Okafor, …, Bo Pohl and 12 others". */
const namesOf = (names: readonly string[]): string =>
  joinNames(
    names.length > mostNamed
      ? [...names.slice(0, mostNamed), countOf(names.length - mostNamed, "other")]
      : names,
  )

/** "Emails to Ada Okafor and Bo Pohl come back, so they aren’t emailed." */
export const notEmailedText = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : `Emails to ${namesOf(names)} come back, so ${formFor(names.length, "this person isn’t", "they aren’t")} emailed.`

/** Whom an email leaves for, by name, and for whom it doesn’t: emails come back, there is no address, or they turned these off. */
export type Reach = Record<"reached" | "returned" | "withoutEmail" | "unwanting", string[]>

/** Who doesn’t get an email, and why; empty where all do. */
export const unreachedText = ({ returned, withoutEmail, unwanting }: Reach): string =>
  [
    notEmailedText(returned),
    withoutEmail.length > 0
      ? `${namesOf(withoutEmail)} ${formFor(withoutEmail.length, "has", "have")} no email address.`
      : "",
    unwanting.length > 0 ? `${namesOf(unwanting)} turned these emails off.` : "",
  ]
    .filter(Boolean)
    .join(" ")

/** A missing address was known before; that emails come back may not have been. */
const toneOf = ({ returned }: Reach) => (returned.length > 0 ? "bad" : "good")

/** What a message says of an act whose email went as far as this: "The family was emailed.", or who was, and who wasn’t. */
export const emailedToast = (
  done: string,
  reach: Reach,
  all: string,
): { title: string; text?: string; tone: "good" | "bad" } => {
  const { reached } = reach
  const text = unreachedText(reach)
  const emailed =
    reached.length > 0 ? `${namesOf(reached)} ${formFor(reached.length, "was", "were")} emailed.` : ""
  return text === ""
    ? { title: reached.length > 0 ? `${done} ${all}` : done, tone: "good" }
    : { title: `${done} ${emailed || "No one was emailed."}`, text, tone: toneOf(reach) }
}

/** "Credit note 2026-0004 sent.", or that it was issued where no email leaves. */
export const sentOrIssued = (
  what: string,
  reach: Reach,
): { title: string; text?: string; tone: "good" | "bad" } => {
  const text = unreachedText(reach)
  return {
    title: reach.reached.length > 0 ? `${what} sent.` : `${what} issued without email.`,
    ...(text ? { text } : {}),
    tone: toneOf(reach),
  }
}

/** Why nothing more is sent there. */
export const bounceReasons: Record<BounceKind, string> = {
  bounced: "The receiving server refuses emails to this address.",
  complained: "Someone marked one of our emails to this address as spam.",
}
