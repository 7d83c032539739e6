import { classEndedParagraphs, classEndedSubject } from "~/models/foundation/outbox/class-ended"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { classChangeTitles } from "~/models/foundation/outbox/push-of-mail"
import { letterTexts } from "~/texts/foundation/letters"
import { lateWithdrawalText } from "~/texts/money/event-fees"
import { forEachGuest } from "~/texts/teaching/occasions"
import { env } from "~/utils/env.server"
import { formatDate } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { type Reached, turnOff, wayOn, wayOnOrOff } from "./ways-on"

/** To a teacher: they teach a class beside another. */
const coTeachingLetter = (data: MailData["co-teaching"] & Reached): Letter => ({
  subject: `You’re teaching ${data.className}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `From ${data.startsOn}, you’re teaching ${data.className}. Its lessons are on your schedule, and you can take attendance.`,
  ],
  facts: [
    ...(data.endsOn ? [["Last day", data.endsOn] satisfies [string, string]] : []),
    ...(data.with ? [["Also teaching", data.with] satisfies [string, string]] : []),
  ],
  ...wayOn(data, { label: "View schedule", path: paths.teacherSchedule() }),
  sender: data.schoolName,
})

/** Who continues in the next term; the spots are held until the family answers. */
const nextTermLetter = (data: MailData["next-term"] & Reached): Letter => ({
  subject: `${data.isReminder ? "Reminder: " : ""}${data.termName} at ${data.schoolName}: answer by ${data.answerBy}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isReminder
      ? `We don’t have your answer yet. ${data.termName} starts ${data.startsOn}, and we’re still holding these spots for you:`
      : `${data.termName} starts ${data.startsOn}. We’re holding these spots for you:`,
  ],
  facts: data.lessons,
  after: [`Tell us by ${data.answerBy} whether you continue.`],
  ...wayOn(data, { label: "Confirm or decline", path: paths.studentNextTerm() }, { instead: "" }),
  sender: data.schoolName,
})

/** A class, or one of its weekly times, ends, or continues after all. */
const classEndedLetter = (data: MailData["class-ended"] & Reached): Letter => ({
  subject: classEndedSubject(data),
  greeting: greet(data.recipientName),
  paragraphs: classEndedParagraphs(data),
  facts: data.studentNames.map((name): [string, string] => [name, data.className]),
  ...wayOn(data, { label: "View schedule", path: paths.studentSchedule() }),
  sender: data.schoolName,
})

/** All coming lessons have another teacher or room. */
const classChangedLetter = (data: MailData["class-changed"] & Reached): Letter => {
  const [only, ...others] = data.lessons
  return {
    subject: `${classChangeTitles[data.what]}: ${only && others.length === 0 ? only[0] : data.schoolName}`,
    greeting: greet(data.recipientName),
    paragraphs: ["Days and times stay the same. This changes:"],
    facts: data.lessons,
    ...wayOnOrOff(data, {
      label: "View schedule",
      path: data.forTeacher ? paths.teacherSchedule() : paths.studentSchedule(),
    }),
    sender: data.schoolName,
  }
}

const reminderLetter = ({
  schoolName,
  recipientName,
  title,
  whose,
}: MailData["consent-reminder"]): Letter => ({
  subject: `Your answer is needed: ${title}`,
  greeting: greet(recipientName),
  paragraphs: [
    whose.length > 0
      ? `${schoolName} asks for your answer to “${title}” for ${joinNames(whose)}.`
      : `${schoolName} asks for your answer to “${title}”.`,
  ],
  button: { label: "Read and answer", url: `${env().APP_URL}${paths.studentConsents()}` },
  closing: "You can change your answer at any time.",
  sender: schoolName,
})

const stateText = ({ state, validUntil }: MailData["documents-needed"]["documents"][number]) =>
  state === "missing" || validUntil === null
    ? "Missing"
    : `${state === "expired" ? "Expired" : "Valid until"} ${formatDate(validUntil, "medium")}`

const documentsLetter = (data: MailData["documents-needed"]): Letter => {
  const { schoolName, recipientName, hasPages, isTeacher, documents } = data
  return {
    subject: `${documents.length === 1 ? "A document is" : "Documents are"} needed by ${schoolName}`,
    greeting: greet(recipientName),
    paragraphs: [
      `${schoolName} needs ${documents.length === 1 ? "this document" : "these documents"} from you.`,
    ],
    facts: documents.map((each) => [each.whose ? `${each.kind}, ${each.whose}` : each.kind, stateText(each)]),
    ...(hasPages
      ? {
          button: {
            label: "Upload a document",
            url: `${env().APP_URL}${isTeacher ? paths.teacherDocuments() : paths.familyDocuments()}`,
          },
        }
      : {}),
    closing: hasPages
      ? "You can also bring it to the school."
      : "Bring it to the school, or reply to this email.",
    sender: schoolName,
  }
}

const documentAnsweredLetter = (data: MailData["document-answered"]): Letter => {
  const { schoolName, recipientName, hasPages, isTeacher, kind, whose, isAccepted, validUntil, reason } = data
  const document = whose ? `${kind} of ${whose}` : kind
  return {
    subject: `${isAccepted ? "Document accepted" : "Document declined"}: ${kind}`,
    greeting: greet(recipientName),
    paragraphs: [
      `${schoolName} ${isAccepted ? "accepted" : "declined"} this document: ${document}.`,
      ...(reason ? [reason] : []),
    ],
    ...(validUntil ? { facts: [["Valid until", formatDate(validUntil, "medium")]] } : {}),
    ...(hasPages
      ? {
          button: {
            label: isAccepted ? "View documents" : "Upload a document",
            url: `${env().APP_URL}${isTeacher ? paths.teacherDocuments() : paths.familyDocuments()}`,
          },
        }
      : {}),
    sender: schoolName,
  }
}

/** To who asked: the office's answer to changes of a family's details. */
const changeAnsweredLetter = ({
  schoolName,
  recipientName,
  changes,
  ...data
}: MailData["change-answered"]): Letter => {
  const answered = data.isApproved ? "approved" : "declined"
  return {
    subject: `${changes.length === 1 ? "Your change was" : `${changes.length} changes were`} ${answered}: ${schoolName}`,
    greeting: greet(recipientName),
    paragraphs: [
      `${schoolName} ${answered} what you asked to change.`,
      ...(data.reason ? [data.reason] : []),
    ],
    facts: changes,
    button: { label: "View your details", url: `${env().APP_URL}${paths.studentSettings()}` },
    closing: turnOff(),
    sender: schoolName,
  }
}

/** Letters about what families agree to, and about documents that the school requires. */
export const consentLetters = {
  "consent-reminder": reminderLetter,
  "documents-needed": documentsLetter,
  "document-answered": documentAnsweredLetter,
  "change-answered": changeAnsweredLetter,
}

// Locked attendance that a teacher asks the office to correct.

const factsOf = ({
  studentName,
  lesson,
  recorded,
  wanted,
}: Pick<MailData["correction-asked"], "studentName" | "lesson" | "recorded" | "wanted">): Letter["facts"] => [
  ["Student", studentName],
  ["Lesson", lesson],
  ["Recorded", recorded],
  ["Asked for", wanted],
]

/** To the office: a teacher asks for a correction. */
const askedLetter = (data: MailData["correction-asked"]): Letter => ({
  subject: `${data.teacherName} asks to correct attendance for ${data.studentName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.teacherName} can’t change this attendance anymore, because it’s locked. It’s corrected once you approve it.`,
    `“${data.reason}”`,
  ],
  facts: factsOf(data),
  button: { label: "Approve or decline", url: `${env().APP_URL}${paths.corrections()}` },
  sender: data.schoolName,
})

/** To the teacher: what the office answered. */
const answeredLetter = (data: MailData["correction-answered"] & Reached): Letter => ({
  subject: `Attendance for ${data.studentName} ${data.isApproved ? "corrected" : "unchanged"}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isApproved
      ? data.becomes
        ? `The office corrected this attendance to another status than you asked for: ${data.becomes}.`
        : "The office corrected this attendance as you asked."
      : "The office declined your request, so this attendance doesn’t change.",
    ...(data.answer ? [`“${data.answer}”`] : []),
  ],
  facts: factsOf(data),
  ...wayOn(data, { label: "View attendance", path: paths.session(data.sessionId) }),
  sender: data.schoolName,
})

export const correctionLetters = {
  "correction-asked": askedLetter,
  "correction-answered": answeredLetter,
}

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
      leadOf(data, what),
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
    ...(feeUntil ? [lateWithdrawalText(feeUntil)] : []),
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

/** What happened with which event, and when it is, before anything else. */
function leadOf({ title, when, forTeacher }: MailData["occasion"], what: Exclude<What, "results">): string {
  const changed = `${title} has a new time or location: ${when}.`
  return {
    invited: `You’re invited to ${title}: ${when}.`,
    changed: `${changed} ${forTeacher ? "You’re in charge of it." : "Earlier answers still count, and you can change them."}`,
    canceled: `${title} is canceled: ${when}.`,
    removed: `The school changed who is invited to ${title}: ${when}.`,
    fee: `The fee of ${title} has changed since you answered. What you were already charged doesn’t change. Students who weren’t charged yet pay the fee below.`,
    "in-charge": `You’re in charge of ${title}: ${when}. Its page shows who is invited and the program.`,
    "not-in-charge": `You’re no longer in charge of ${title}: ${when}.`,
  }[what]
}

/** What became of a swap; a family never reads whose the other lesson is. */
const lessonSwapLetter = (data: MailData["lesson-swap"] & Reached): Letter => ({
  subject: letterTexts[`swap-${data.what}`].subject,
  paragraphs: [letterTexts[`swap-${data.what}`].body],
  greeting: greet(data.recipientName),
  facts: data.lessons,
  ...wayOnOrOff(
    data,
    data.forTeacher
      ? { label: "View schedule", path: paths.teacherSchedule() }
      : { label: "View lesson swaps", path: paths.studentSwaps() },
  ),
  sender: data.schoolName,
})

export const classLetters = {
  "lesson-swap": lessonSwapLetter,
  occasion: occasionLetter,
  "co-teaching": coTeachingLetter,
  "next-term": nextTermLetter,
  "class-ended": classEndedLetter,
  "class-changed": classChangedLetter,
}
