import type { MailData } from "~/models/foundation/outbox/outbox"
import { forEachGuest } from "~/texts/teaching/occasions"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { type Reached, wayOnOrOff } from "./ways-on"

/** An event that a family's students are invited to, or that a teacher is in charge of: announced, changed or called off. */
export function occasionLetter(data: MailData["occasion"] & Reached): Letter {
  if (data.what === "results") return resultsLetter(data)
  const { what, title, kind, students, when, where, note, hasPages, forTeacher = false, fee } = data
  const isOn = what !== "canceled"
  const isInvited = !forTeacher && (what === "invited" || what === "changed")
  return {
    subject: `${subjects[what]}: ${title}, ${when}`,
    greeting: greet(data.recipientName),
    paragraphs: [
      ...(forTeacher && what === "changed" ? [leadChanged] : paragraphs[what]),
      ...(note && (isInvited || !isOn) ? [isOn ? note : `Reason: ${note}`] : []),
      ...(isInvited && hasPages ? ["Tell us who takes part:"] : []),
    ],
    facts: [
      [kind, title],
      ["When", when],
      ...(where ? [["Where", where] satisfies [string, string]] : []),
      ...(fee ? [["Fee", feeFact(fee, data)] satisfies [string, string]] : []),
      ...(students.length > 0 ? [[invitedAs(what), joinNames(students)] satisfies [string, string]] : []),
    ],
    ...wayOnOrOff(data, isInvited ? { ...pageOf(data), label: "View event and answer" } : pageOf(data)),
    sender: data.schoolName,
  }
}

const noFee = "No fee"

/** The fee for each student, the last day to withdraw without it, and what it was before. */
const feeFact = (
  fee: string,
  { guestFee, feeUntil, feeBefore, guestFeeBefore }: MailData["occasion"],
): string =>
  [
    fee === noFee ? fee : `${fee} for each student who takes part`,
    ...(guestFee ? [forEachGuest(guestFee)] : []),
    ...(feeBefore
      ? [`Before: ${[feeBefore, ...(guestFeeBefore ? [forEachGuest(guestFeeBefore)] : [])].join(", ")}`]
      : []),
    ...(feeUntil ? [`Withdrawn after ${feeUntil}, it stays due`] : []),
  ].join(". ")

/** What an exam came to, for the family's students whose results were shown together. */
function resultsLetter({ title, kind, results = [], ...data }: MailData["occasion"] & Reached): Letter {
  return {
    subject: `${subjects.results}: ${title}`,
    greeting: greet(data.recipientName),
    paragraphs: [results.length === 1 ? "This result is new:" : "These results are new:"],
    facts: [[kind, title], ...results],
    ...wayOnOrOff(data, { label: "View results", path: paths.studentReports() }),
    sender: data.schoolName,
  }
}

/** Who is no longer invited or in charge may not see the event itself. */
function pageOf({ what, occasionId, forTeacher }: MailData["occasion"]) {
  if (what === "removed") return { label: "View events", path: paths.studentOccasions() }
  if (what === "not-in-charge") return { label: "View events", path: paths.teacherOccasions() }
  const path = forTeacher ? paths.teacherOccasion(occasionId) : paths.studentOccasion(occasionId)
  return { label: "View event", path }
}

const invitedAs = (what: What) =>
  what === "removed" ? "No longer invited" : what === "fee" ? "Takes part" : "Invited"

const leadChanged = "This event has a new time or location. You’re in charge of it."

type What = MailData["occasion"]["what"]

const subjects: Record<What, string> = {
  invited: "You’re invited",
  changed: "Event changed",
  canceled: "Event canceled",
  removed: "No longer invited",
  results: "Results",
  fee: "Another fee",
  "in-charge": "You’re in charge",
  "not-in-charge": "No longer in charge",
}

const paragraphs: Record<Exclude<What, "results">, string[]> = {
  invited: ["Save the date."],
  changed: ["This event has a new time or location. Earlier answers still count, and you can change them."],
  canceled: ["This event is canceled."],
  removed: ["The school changed who is invited to this event."],
  fee: [
    "The fee of this event has changed since you answered. What you were already charged stays as it is. For students who weren’t charged yet, the fee below counts.",
  ],
  "in-charge": ["You’re in charge of this event. Its page shows who is invited and the program."],
  "not-in-charge": ["You’re no longer in charge of this event."],
}
