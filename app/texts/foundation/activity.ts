import type { WordedLetter } from "~/models/foundation/outbox/wording"
import { isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"
import { countOf, formatDate, formatNumber, formatTime } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { platformProvider } from "~/utils/payment-providers"
import { letterTexts } from "./letters"

// How each event of a school's activity reads after the name of who did it. A parameter's type is what the event must
// keep; every sentence also reads well without its facts. Safe in the browser.

/** " from Aug 10, 2026", or nothing without a date. */
const dated = (word: string, date: string | undefined) =>
  date && isDate(date) ? ` ${word} ${formatDate(date, "medium")}` : ""

/** "the room Hall", or "a room" without its name. */
const named = (noun: string, name: string | null | undefined, other = `a ${noun}`) =>
  name ? `the ${noun} ${name}` : other

const student = (name: string | undefined) => name ?? "a student"

/** Undoing an import deletes its records: their name is left in this event alone. */
const removedByUndo = (noun: string, { name }: { name?: string }) =>
  `removed ${named(noun, name, `the ${noun}`)} by undoing an import`

/** "3 students", or "students" where it isn't known how many. */
export const count = (n: number | undefined, one: string, many = `${one}s`) =>
  n === undefined ? many : countOf(n, one, many)

const letterNamed = (letter: WordedLetter | undefined) =>
  letter ? `the email “${letterTexts[letter].label}”` : "an email"

/** The reason that an undo keeps with what it takes back. */
const undoneReason = "Undone"

const because = (reason: string | null | undefined) => {
  if (reason === undoneReason) return ", as an undo"
  return reason ? `: ${reason}` : ""
}

const fieldLabels: Record<string, string> = {
  familyId: "the family",
  firstName: "the first name",
  lastName: "the last name",
  birthDate: "the birthday",
  email: "the email",
  phone: "the phone number",
  code: "the student ID",
  medicalNotes: "the medical notes",
  emergencyContact: "the emergency contact",
  notes: "the notes",
  instruments: "the instruments",
}

const listOf = (names: string[]) =>
  listOr(
    names.map((name) => fieldLabels[name] ?? name),
    "details",
  )

const listOr = (names: string[], other: string) => joinNames(names) || other

/** What else of its account a family brought into a merge: nothing is said of what it hadn’t. */
type JoinedAccount = {
  drafts?: number
  discounts?: string[]
  endedDiscounts?: string[]
  autoPayers?: string[]
}

function withJoined({ drafts, discounts, endedDiscounts, autoPayers }: JoinedAccount): string {
  const joined = [
    ...(drafts ? [count(drafts, "draft invoice")] : []),
    ...(discounts ? [`the discount ${joinNames(discounts)}`] : []),
    ...(autoPayers ? [`automatic payment by ${joinNames(autoPayers)}`] : []),
  ]
  const ended = endedDiscounts ? `; ended the discount ${joinNames(endedDiscounts)}` : ""
  return `${joined.length > 0 ? `, with ${joinNames(joined)}` : ""}${ended}`
}

type Named = { name?: string }
type Shared = Named & { isShared?: boolean }
const answerNamed = (name: string | undefined) => (name ? `the answer “${name}”` : "a saved answer")
type Reasoned = { reason?: string | null }
type Numbered = { number: string | null }
type Account = { account: string | null; method?: string | null }
const withMethod = ({ account, method }: Account): string =>
  method ? ` with ${method}` : account ? ` with ${platformProvider} account ${account}` : ""
/** How many emails left with it; of events before November 28, 2026, it isn’t known. */
type Emailed = { emails?: number }
const sentOr = (emails: number | undefined) => (emails === 0 ? "issued" : "sent")
type Planned = Numbered & { installments: number }
type Paid = { payee?: string; kind?: string }
type Repeated = { rhythm?: string }
const units: Readonly<Record<string, string>> = { quarterly: "quarter", yearly: "year" }
const unitOf = (rhythm: string | undefined) => units[rhythm ?? ""] ?? "month"
const expenseOf = ({ payee, kind }: Paid) =>
  kind === "income"
    ? `other income${payee ? ` from ${payee}` : ""}`
    : payee
      ? `an expense paid to ${payee}`
      : "an expense"
type PayPeriod = { periodFrom: string; periodTo: string }
const within = (from: string, to: string) => `${dated("from", from)}${dated("to", to)}`
type Step = { number: string | null; step: string }
const stepSentence = (step: string | undefined, number: string | null) =>
  `sent ${step ?? "a reminder"} for ${named("invoice", number, "an invoice")}`
type Days = { name: string; startsOn: string; endsOn: string }
type Told = { name?: string; lessons: number }
const aboutLessons = ({ name, lessons }: Told) => `${count(lessons, "lesson")} of ${named("closure", name)}`
type Required = { prerequisite?: string }
const both = ({ name, other }: Named & { other?: string }) =>
  `the lesson times of ${student(name)} and ${student(other)}`
type Played = { piece?: string }
const event = (name: string | undefined) => (name ? `the event ${name}` : "an event")
const piece = ({ piece: played }: Played) => played ?? "a piece"
/** What the school reads of an act of our staff. */
type StaffNote = { text: string }
type Arranged = { name?: string; lessons: number }
type Waiting = { studentId: string; name: string }
type Titled = { title: string }
type Task = { task: string }
type Period = { fromDate: string; toDate: string }
const answeredConsent = ({ title, version, isAgreed }: Titled & { version: number; isAgreed: boolean }) =>
  `${isAgreed === false ? "didn’t agree" : "agreed"} to ${named("consent", title)}${version ? `, version ${version}` : ""}`
const undidConsent = ({ title }: Titled) => `removed ${named("consent", title)} that was entered from paper`
type ProofFacts = Titled & { validUntil: string | null; reason: string | null }
const proof = ({ title, validUntil }: ProofFacts) =>
  `${named("document", title)}${validUntil ? `, valid${dated("until", validUntil)}` : ""}`
const proofSentences = {
  add: (facts: ProofFacts) => `added ${proof(facts)}`,
  handIn: (facts: ProofFacts) => `handed in ${proof(facts)}`,
  accept: (facts: ProofFacts) => `accepted ${proof(facts)}`,
  change: (facts: ProofFacts) => `changed ${proof(facts)}`,
  decline: (facts: ProofFacts) => `declined ${proof(facts)}${because(facts.reason)}`,
  remove: (facts: ProofFacts) => `deleted ${proof(facts)}`,
  remind: ({ title }: Titled) => `sent a reminder of ${title ?? "missing documents"}`,
}
type LeaveDays = { startsOn: string; endsOn: string | null }
const leaveDays = ({ startsOn, endsOn }: LeaveDays) =>
  `${dated("from", startsOn)}${endsOn ? dated("to", endsOn) : ", no last day yet"}`
type LeaveRequest = { kind: "leave" | "end"; startsOn: string }
const leaveRequest = ({ kind, startsOn }: LeaveRequest) =>
  kind === "end" ? `to end lessons${dated("after", startsOn)}` : `for a leave${dated("from", startsOn)}`
type ChangedFact = { fact: string }
const fact = (name: string | undefined) => (name ? `“${name}”` : "details")
const askedChange = (after: ChangedFact) => `asked to change ${fact(after.fact)}`
const approvedChange = (after: ChangedFact) => `approved the family’s change of ${fact(after.fact)}`
const declinedChange = ({ reason, ...after }: ChangedFact & Reasoned) =>
  `declined the family’s change of ${fact(after.fact)}${because(reason)}`
const withdrewChange = (after: ChangedFact) => `withdrew the change of ${fact(after.fact)}`
/** The school's own fields by their names. */
const answered = (after: Record<string, unknown>) => `changed ${listOr(Object.keys(after), "details")}`

export const sentences = {
  "calendar-feed.end": () => "turned off a calendar feed",
  "calendar-feed.renew": () => "created a new calendar feed link",
  "class.accept-place": ({ name }: Waiting) => `accepted a spot for ${student(name)}`,
  "class.add-co-teacher": ({ name, startsOn }: Named & { startsOn: string }) =>
    `added ${name ?? "a teacher"} as a co-teacher${dated("from", startsOn)}`,
  "class.add": () => "created the class",
  "class.answer": answered,
  "class.change": () => "changed the class details",
  "class.clear-wish": ({ name }: Waiting) => `cleared the request of ${student(name)} for another time`,
  "class.decline-place": ({ name }: Waiting) => `declined a spot for ${student(name)}`,
  "class.end-co-teacher": ({ name }: Named) => `ended co-teaching by ${name ?? "a teacher"}`,
  "class.end": ({ lastDay, reason }: { lastDay: string } & Reasoned) =>
    `ended the class${dated("after", lastDay)}${because(reason)}`,
  "class.join-waiting-list": ({ name }: Waiting) => `added ${student(name)} to the waiting list`,
  "class.leave-waiting-list": ({ name }: Waiting) => `removed ${student(name)} from the waiting list`,
  "class.let-offer-run-out": ({ name }: Waiting) => `let the offer to ${student(name)} expire`,
  "class.offer-place": ({ name }: Waiting) => `offered ${student(name)} a spot`,
  "class.remove": (_: unknown, before: Named) => removedByUndo("class", before),
  "class.restore": () => "restored the class",
  "class.roll-over": ({ term, students }: { term?: string; students: number }) =>
    `rolled the class over into ${term ?? "the next term"} with ${count(students, "student")}`,
  "class.undo-roll-over": () => "undid the roll-over of the class",
  "class.set-tax": () => "changed the tax of the class",
  "class.set-price": ({ fromDate }: { fromDate: string }) => `set the price${dated("from", fromDate)}`,
  "conversation.edit": () => "edited a message",
  "conversation.hide": ({ author }: { author?: string }) => `hid a message from ${author ?? "a person"}`,
  "conversation.show": ({ author }: { author?: string }) =>
    `showed a hidden message from ${author ?? "a person"} again`,
  "conversation.close-report": ({ author }: { author?: string }) =>
    `closed a report of a message from ${author ?? "a person"}`,
  "conversation.remind": ({ people }: { people: number }) =>
    `reminded ${count(people, "person", "people")} of an announcement`,
  "conversation.start": ({ people }: { people: number }) =>
    `sent a message to ${count(people, "person", "people")}`,
  "enrollment.reopen-term": ({ name, term }: Named & { term?: string }) =>
    `asked ${student(name)} again about ${term ?? "the next term"}`,
  "enrollment.confirm-term": ({ name, term }: Named & { term?: string }) =>
    `confirmed the spot of ${student(name)} in ${term ?? "the next term"}`,
  "enrollment.decline-term": ({ name, term }: Named & { term?: string }) =>
    `declined the spot of ${student(name)} in ${term ?? "the next term"}`,
  "enrollment.drop": ({ name, lastDay, reason }: Named & { lastDay: string } & Reasoned) =>
    `unenrolled ${student(name)}${dated("after", lastDay)}${because(reason)}`,
  "enrollment.enroll": ({ name, startsOn }: Named & { startsOn: string }) =>
    `enrolled ${student(name)}${dated("starting", startsOn)}`,
  "enrollment.set-price": ({ amountMinor, fromDate }: { amountMinor: number | null; fromDate: string }) =>
    `${amountMinor === null ? "switched back to the class price" : "set a custom price"}${dated("from", fromDate)}`,
  "custom-field.add": ({ name }: Named) => `added ${named("field", name)}`,
  "custom-field.archive": ({ name }: Named) => `archived ${named("field", name)}`,
  "custom-field.change": ({ name }: Named) => `changed ${named("field", name)}`,
  "custom-field.move": ({ name }: Named) => `moved ${named("field", name)}`,
  "custom-field.restore": ({ name }: Named) => `restored ${named("field", name)}`,
  "own-status.add": ({ name }: Named) => `added ${named("status", name)}`,
  "own-status.change": ({ name }: Named) => `changed ${named("status", name)}`,
  "own-status.move": ({ name }: Named) => `moved ${named("status", name)}`,
  "own-status.remove": (_: unknown, { name }: Named) => `deleted ${named("status", name)}`,
  "own-status.restore": ({ name }: Named) => `restored ${named("status", name)}`,
  "own-status.retire": ({ name }: Named) => `retired ${named("status", name)}`,
  "family.add": () => "added the family",
  "family.answer": answered,
  "family.change-guardians": () => "changed the guardians",
  "family.refund-credit": ({ reason }: Reasoned) => `refunded account credit${because(reason)}`,
  "family.change-payers": () => "changed who pays the family’s invoices",
  "family.change-shares": () => "changed how the family splits invoices",
  "family.remove": (_: unknown, before: Named) => removedByUndo("family", before),
  "guardian.add": ({ name }: Named) => `added ${name ?? "someone"} as a guardian`,
  "guardian.answer": answered,
  "guardian.answer-consent": answeredConsent,
  "guardian.undo-consent": undidConsent,
  "guardian.approve-change": approvedChange,
  "guardian.ask-change": askedChange,
  "guardian.decline-change": declinedChange,
  "guardian.withdraw-change": withdrewChange,
  "family.change-address": () => "changed the family’s address",
  "guardian.change-contact": () => "changed their contact details",
  "guardian.invite": ({ email }: { email: string }) => `invited ${email ?? "someone"}`,
  "guardian.revoke-invitation": () => "canceled an invitation",
  "guardian.fill": () => "filled in a guardian’s details from an import",
  "import.run": () => "imported a roster",
  "import.undo": () => "undid an import",
  "import.upload": ({ fileName }: { fileName: string }) => `uploaded ${fileName ?? "a file"}`,
  "instrument.add": ({ name }: Named) => `added ${named("instrument", name, "an instrument")}`,
  "instrument.archive": () => "archived an instrument",
  "instrument.merge": ({ name, from }: Named & { from?: string }) =>
    `merged ${named("instrument", from, "an instrument")} into ${named("instrument", name, "another")}`,
  "instrument.rename": ({ name }: Named) => `renamed an instrument${name ? ` to ${name}` : ""}`,
  "instrument.restore": () => "restored an instrument",
  "level.add": ({ name }: Named) => `added ${named("level", name)}`,
  "level.archive": () => "archived a level",
  "level.rename": ({ name }: Named) => `renamed a level${name ? ` to ${name}` : ""}`,
  "level.restore": () => "restored a level",
  "make-up-credit.extend": ({ until, reason }: { until: string } & Reasoned) =>
    `extended a make-up credit${dated("until", until)}${because(reason)}`,
  "make-up-credit.grant": ({ until, reason }: { until: string } & Reasoned) =>
    `granted a make-up credit${dated("until", until)}${because(reason)}`,
  "make-up-credit.issue": () => "issued a make-up credit",
  "make-up-credit.revoke": () => "revoked a make-up credit",
  "make-up-credit.revoke-by-hand": ({ reason }: Reasoned) => `revoked a make-up credit${because(reason)}`,
  "make-up-credit.undo-change": ({ act }: { act: string }) =>
    `undid ${act === "grant" ? "granting" : act === "revoke" ? "revoking" : "extending"} a make-up credit`,
  "make-up-credit.return": () => "returned a make-up credit",
  "make-up-credit.use": () => "used a make-up credit",
  "member.agree-texts": ({ phone }: { phone?: string }) =>
    `agreed to get text messages${phone ? ` on ${phone}` : ""}`,
  "member.end-texts": () => "ended their text messages",
  "member.accept-invitation": () => "accepted an invitation",
  "member.change-rights": ({ name, rights }: { name?: string; rights?: string }) =>
    `changed what ${name ?? "a member"} may do to: ${rights || "no rights"}`,
  "member.change-email": ({ email }: { email: string }) =>
    `changed their login email${email ? ` to ${email}` : ""}`,
  "member.end-sign-ins": () => "logged a member out everywhere",
  "member.fail-sign-in": ({ name, step, failures }: { name: string; step: string; failures?: number }) =>
    `recorded a wrong ${step === "code" ? "two-factor code" : "password"} for ${name ?? "a member"}${
      failures !== undefined && failures > 1 ? `, ${failures} failed logins in 24 hours` : ""
    }`,
  "member.hand-over": ({ isStaying }: { isStaying: boolean }, before: Named) =>
    before?.name
      ? `became the administrator instead of ${before.name}, ${isStaying ? "who stays in the office" : "whose login is locked"}`
      : "transferred ownership of the school",
  "member.lock": () => "locked a member’s account",
  "member.prove-address": ({ email }: { email: string }) =>
    `confirmed ${email ?? "an email"}, which ended earlier passwords and logins`,
  "member.sign-in": ({ browser }: { browser?: string }) =>
    `logged in with ${browser?.replace(/^A/, "a") ?? "a browser"}`,
  "member.unlock": () => "unlocked a member’s account",
  "outcome.change": () => "changed an attendance rule",
  "resource.add": ({ title }: Titled) => `added ${named("resource", title)}`,
  "resource.change": ({ title }: Titled) => `changed ${named("resource", title)}`,
  "resource.end-share": () => "stopped sharing a resource",
  "resource.put-away": (_: unknown, { title }: Titled) => `archived ${named("resource", title)}`,
  "resource.share": () => "shared a resource",
  "room.add": ({ name }: Named) => `added ${named("room", name)}`,
  "room.archive": () => "archived a room",
  "room.rename": ({ name }: Named) => `renamed a room${name ? ` to ${name}` : ""}`,
  "room.change": ({ name }: Named) => `changed ${named("room", name)}`,
  "room.change-buffer": ({ name }: Named) => `changed the time between lessons in ${named("room", name)}`,
  "room.change-site": ({ name }: Named) => `changed the site of ${named("room", name)}`,
  "room.restore": () => "restored a room",
  "saved-answer.add": ({ name, isShared }: Shared) =>
    `saved ${answerNamed(name)}${isShared ? " for everyone" : ""}`,
  "saved-answer.change": ({ name, isShared }: Shared, before: Shared) =>
    `changed ${answerNamed(name)}${isShared && !before.isShared ? " and shared it with everyone" : ""}`,
  "saved-answer.remove": (_: unknown, { name }: Named) => `removed ${answerNamed(name)}`,
  "saved-answer.restore": ({ name }: Named) => `put ${answerNamed(name)} back`,
  "saved-filter.remove": (_: unknown, { name }: Named) =>
    `removed ${name ? `the filter “${name}”` : "a filter"}`,
  "saved-filter.save": ({ name, isShared }: Shared) =>
    `saved ${name ? `the filter “${name}”` : "a filter"}${isShared ? " for everyone" : ""}`,
  "school.add-consent": ({ title }: Titled) => `added ${named("consent", title)}`,
  "school.add-form": ({ name }: Named) => `added the form ${name ?? "of the public page"}`,
  "school.archive-form": ({ name }: Named) => `archived the form ${name ?? "of the public page"}`,
  "school.archive-consent": ({ title }: Titled) => `archived ${named("consent", title)}`,
  "school.change-consent": ({ title }: Titled) => `changed ${named("consent", title)}`,
  "school.publish-consent": ({
    title,
    version,
    asksAgain,
  }: Titled & { version: number; asksAgain: boolean }) =>
    `published version ${version ?? "2"} of ${named("consent", title)}${asksAgain ? ", which families are asked about" : ""}`,
  "school.remind-consent": ({ title, people }: Titled & { people: number }) =>
    `reminded ${count(people, "person", "people")} of ${named("consent", title)}`,
  "school.add-proof-kind": ({ title }: Titled) => `added ${named("required document", title)}`,
  "school.change-proof-kind": ({ title }: Titled) => `changed ${named("required document", title)}`,
  "school.archive-proof-kind": ({ title }: Titled) => `archived ${named("required document", title)}`,
  "school.restore-proof-kind": ({ title }: Titled) => `restored ${named("required document", title)}`,
  "school.restore-consent": ({ title }: Titled) => `restored ${named("consent", title)}`,
  "school.add-sample": () => "added sample data",
  "school.allow-support": ({ until, reason }: { until: string } & Reasoned) =>
    `let Tutti support view records${dated("until", until)}${because(reason)}`,
  "school.dismiss-suggestion": () => "dismissed a suggestion of the dashboard",
  "school.change-reminder-times": () => "changed when reminders are sent",
  "school.change-attendance": () => "changed when attendance is locked or reminded of",
  "school.remind-next-term": ({ families }: { families: number }) =>
    `reminded ${count(families, "family", "families")} about the next term`,
  "school.change-open-times": ({ isOn }: { isOn: boolean }) =>
    isOn === false ? "turned off open times for families" : "changed how families book open times",
  "teacher.change-open-times": ({ name }: Named) =>
    `changed how families book open times of ${name ?? "a teacher"}`,
  "session.book-open-time": ({ name }: Named) => `booked an open time${name ? ` for ${name}` : ""}`,
  "session.cancel-open-time": ({ name }: Named) => `canceled an open time${name ? ` of ${name}` : ""}`,
  "school.change-leave": () => "changed the rules for leaves",
  "school.change-swaps": ({ rule }: { rule: "off" | "families" | "office" }) =>
    rule === "off" ? "turned off lesson swaps" : "changed how families swap lesson times",
  "school.change-freed-times": ({ hours }: { hours: number }) =>
    hours > 0
      ? `set freed times to be offered for ${count(hours, "hour")}`
      : "turned off offers of freed times",
  "school.change-formats": () => "changed how dates, times and amounts are shown",
  "school.change-identity": () => "changed the school’s name or contact details",
  "school.change-logo": () => "changed the school’s logo or color",
  "school.change-invoicing": () => "changed the invoice settings",
  "school.change-e-invoices": () => "changed the settings of e-invoices",
  "school.change-opening": () => "changed the opening hours",
  "school.change-own-data": () => "changed what families can change themselves",
  "school.change-form": ({ name }: Named) => `changed the form ${name ?? "of the public page"}`,
  "school.restore-form": ({ name }: Named) => `restored the form ${name ?? "of the public page"}`,
  "school.change-page": () => "changed the school’s public page",
  "school.change-payee": () => "changed where online payments go",
  "school.change-policies": () => "changed the make-up and cancellation rules",
  "school.change-region": () => "changed the time zone or currency",
  "school.change-lesson-emails": () => "changed when lesson notes are emailed",
  "school.change-reminders": () => "changed the lesson reminders",
  "school.word-letter": ({ letter }: { letter: WordedLetter }) =>
    `changed the words of ${letterNamed(letter)}`,
  "school.unword-letter": ({ letter }: { letter: WordedLetter }) =>
    `put ${letterNamed(letter)} back to its standard words`,
  "school.change-told": () => "changed what people are sent by email, text and notification",
  "school.change-told-hours": () => "changed the quiet hours and the time of daily emails",
  "school.change-texts": () => "changed the account for text messages",
  "school.change-teachers": () => "changed what teachers can see",
  "school.change-room-buffers": () => "changed the time between lessons in a room",
  "school.change-travel": () => "changed the time between sites",
  "school.confirm-address": ({ name, address }: { name: string; address: string }) =>
    `confirmed the email of ${name ?? "someone"}${address ? ` (${address})` : ""}, which had come back`,
  "school.end-support": () => "ended support access",
  "school.export": () => "exported the school’s data",
  "school.hold-deletion": ({ text }: { text: string }) =>
    `kept the school’s data from being deleted${because(text)}`,
  "school.hold-saving": ({ text }: { text: string }) => `made the school read-only${because(text)}`,
  "school.lift-hold": ({ text }: { text: string }) => `ended the school’s ${text ?? "hold"}`,
  "school.look-as-staff": ({ by }: { by: string }) =>
    `showed the school’s page to ${by ?? "someone"} from Tutti support`,
  "school.register": () => "registered the school",
  "school.remove-sample": () => "removed the sample data",
  "school.schedule-deletion": () => "scheduled the school for deletion",
  "school.undo-deletion": () => "canceled the school’s deletion",
  "school.view-as-support": ({ screen }: { screen: string }) => `viewed ${screen ?? "records"} as support`,
  "skill.add": ({ name }: Named) => `added ${named("skill", name)}`,
  "skill.archive": () => "archived a skill",
  "skill.change": ({ name }: Named) => `changed ${named("skill", name)}`,
  "skill.move": () => "reordered the skills",
  "skill.restore": () => "restored a skill",
  "skills.start-list": ({ instrument }: { instrument: string }) =>
    `created a skill list${instrument ? ` for ${instrument}` : ""}`,
  "staff.invite": ({ email, rights }: { email: string; rights?: string }) =>
    `invited ${email ?? "someone"} ${rights ? `to the office with these rights: ${rights}` : "to run the school"}`,
  "staff.revoke-invitation": () => "canceled an invitation to the office",
  "student.add": ({ status }: { status: string }) =>
    status ? `added the student with status ${status}` : "added a student",
  "student.add-piece": ({ title }: Titled) => `added ${named("piece", title)}`,
  "student.add-sign-in": () => "created a login for the student",
  "student.answer": answered,
  "student.assign": ({ task }: Task) => `assigned ${task ?? "an assignment"}`,
  "student.change": (after: Record<string, unknown>) => `changed ${listOf(Object.keys(after))}`,
  "student.answer-consent": answeredConsent,
  "student.undo-consent": undidConsent,
  "student.agree-texts": ({ phone, agreedName }: { phone?: string; agreedName?: string }) =>
    `${agreedName ? `entered that ${agreedName} agreed` : "agreed"} to text messages to their child’s phone at ${phone ?? "a number"}`,
  "student.end-texts": () => "ended the text messages to a student’s phone",
  "student.add-proof": proofSentences.add,
  "student.hand-in-proof": proofSentences.handIn,
  "student.accept-proof": proofSentences.accept,
  "student.change-proof": proofSentences.change,
  "student.decline-proof": proofSentences.decline,
  "student.remove-proof": proofSentences.remove,
  "student.remind-proof": proofSentences.remind,
  "student.approve-change": approvedChange,
  "student.ask-change": askedChange,
  "student.decline-change": declinedChange,
  "student.withdraw-change": withdrewChange,
  "student.change-contact": () => "changed their contact details",
  "student.change-pieces": (after: Record<string, unknown>) =>
    `updated ${listOr(Object.keys(after), "pieces")}`,
  "student.cancel-status": (_: unknown, { status, from }: { status: string; from: string }) =>
    `canceled the planned status${status ? ` ${status}` : ""}${dated("from", from)}`,
  "student.change-status": ({ status, reason }: { status: string } & Reasoned) =>
    `changed the status${status ? ` to ${status}` : ""}${because(reason)}`,
  "student.delete": (_: unknown, before: Named) => `deleted ${before?.name ?? "a student"}`,
  "student.discard-report": () => "discarded a progress report",
  "student.finish-assignment": ({ task }: Task) => `completed ${task ?? "an assignment"}`,
  "student.invite": ({ email }: { email: string }) => `invited ${email ?? "someone"}`,
  "student.log-practice": ({ minutes }: { minutes: number }) =>
    `logged ${minutes ? `${count(minutes, "minute")} of ` : ""}practice`,
  "student.plan-status": ({ status, from, reason }: { status: string; from: string } & Reasoned) =>
    `planned the status${status ? ` ${status}` : ""}${dated("from", from)}${because(reason)}`,
  "student.record-leave": (after: LeaveDays) => `recorded a leave${leaveDays(after)}`,
  "student.change-leave": (after: LeaveDays) => `changed the leave${leaveDays(after)}`,
  "student.undo-leave": (after: LeaveDays) => `undid the leave${leaveDays(after)}`,
  "student.ask-leave": (after: LeaveRequest) => `asked ${leaveRequest(after)}`,
  "student.withdraw-leave": (after: LeaveRequest) => `withdrew the request ${leaveRequest(after)}`,
  "student.decline-leave": (after: LeaveRequest) => `declined the request ${leaveRequest(after)}`,
  "student.undo-approval": (after: LeaveRequest) =>
    `undid the approval of the request ${leaveRequest(after)}`,
  "student.record-skills": (after: Record<string, unknown>) =>
    `updated ${count(Object.keys(after).length || undefined, "skill")}`,
  "student.remove": (_: unknown, before: Named) => removedByUndo("student", before),
  "student.remove-piece": (_: unknown, { title }: Titled) => `removed ${named("piece", title)}`,
  "student.remove-practice": () => "removed a practice entry",
  "student.renew-start-password": () => "created a temporary password for the student",
  "student.reopen-assignment": ({ task }: Task) => `reopened ${task ?? "an assignment"}`,
  "student.revoke-invitation": () => "canceled an invitation",
  "student.share-report": (_: Period) => "shared a progress report",
  "student.withdraw-assignment": (_: unknown, { task }: Task) => `removed ${task ?? "an assignment"}`,
  "student.write-report": (_: Period) => "wrote a progress report",
  "task.cancel": ({ title, made, left }: { title: string; made?: number; left?: number }) =>
    `canceled ${title ? `“${title}”` : "background work"}${
      made === undefined || left === undefined
        ? ""
        : ` with ${formatNumber(made)} done and ${formatNumber(left)} left`
    }`,
  "task.undo": ({ title, count }: { title: string; count: number }) =>
    `undid ${title ? `“${title}”` : "background work"} for ${countOf(count ?? 0, "record")}`,
  "teacher.add": ({ name }: Named) => `added ${name ?? "a teacher"}`,
  "teacher.add-hours": () => "added teaching hours",
  "teacher.agree-pay-rate": ({ fromDate }: { fromDate: string }) =>
    `set a pay rate${dated("from", fromDate)}`,
  "teacher.undo-pay-rate": ({ fromDate }: { fromDate: string }) =>
    `removed a pay rate${dated("from", fromDate)}`,
  "teacher.answer": answered,
  "teacher.add-proof": proofSentences.add,
  "teacher.hand-in-proof": proofSentences.handIn,
  "teacher.accept-proof": proofSentences.accept,
  "teacher.change-proof": proofSentences.change,
  "teacher.decline-proof": proofSentences.decline,
  "teacher.remove-proof": proofSentences.remove,
  "teacher.remind-proof": proofSentences.remind,
  "teacher.change": () => "changed the teacher’s details",
  "teacher.deactivate": ({ name }: Named) =>
    `deactivated ${name ?? "a teacher"} and handed over their classes`,
  "teacher.introduce": () => "changed their own profile",
  "teacher.invite": ({ email }: { email: string }) => `invited ${email ?? "someone"}`,
  "teacher.leave-later": ({ name, lastDay }: Named & { lastDay: string }) =>
    `set a last day for ${name ?? "a teacher"}${dated("on", lastDay)} and handed over their classes`,
  "teacher.reactivate": ({ name }: Named) => `reactivated ${name ?? "a teacher"}`,
  "teacher.remove": (_: unknown, before: Named) => removedByUndo("teacher", before),
  "teacher.remove-hours": () => "removed teaching hours",
  "teacher.revoke-invitation": () => "canceled an invitation",
  "teacher.stay": ({ name }: Named) => `kept ${name ?? "a teacher"}, who was to leave`,
  "term.add": ({ name }: Named) => `added ${named("term", name)}`,
  "term.remove": () => "removed a term",

  // Prices, packages, discounts and taxes
  "class.drop-course": (_: unknown, { fromDate }: { fromDate: string }) =>
    `removed the price in installments${dated("from", fromDate)}`,
  "discount.add": ({ name }: Named) => `added ${named("discount", name)}`,
  "discount.apply": ({ name, charges }: Named & { charges: number }) =>
    `applied ${named("discount", name)} to ${count(charges, "charge")} not invoiced yet`,
  "discount.undo-apply": ({ name, charges }: Named & { charges: number }) =>
    `took ${named("discount", name)} off ${count(charges, "charge")} back`,
  "discount.end": ({ name }: Named) => `ended ${named("discount", name)}`,
  "discount.restore": ({ name }: Named) => `restored ${named("discount", name)}`,
  "discount.move": ({ name }: Named) => `moved ${named("discount", name)} up`,
  "enrollment.settle-tuition": ({ month }: { month: string }) =>
    `adjusted the monthly fee${month ? ` of ${formatDate(`${month}-01`, "month")}` : ""}`,
  "invoice.charge-late-fee": ({ number }: { number: string | null }) =>
    `charged a late fee for ${named("invoice", number, "an invoice")}`,
  "hire.add": ({ item, name }: { item: string; name: string }) =>
    `rented ${item ? `out ${item}` : "an instrument out"}${name ? ` to ${name}` : ""}`,
  "hire.change": ({ item }: { item: string }) => `changed the rental of ${item || "an instrument"}`,
  "hire.end": ({ item, endsOn }: { item: string; endsOn: string }) =>
    `ended the rental of ${item || "an instrument"}${dated("on", endsOn)}`,
  "hire.settle": ({ item, month }: { item: string; month: string }) =>
    `adjusted the rental of ${item || "an instrument"}${month ? ` for ${formatDate(`${month}-01`, "month")}` : ""}`,
  "material.add": ({ name }: Named) => `added ${named("material", name)}`,
  "material.archive": ({ name }: Named) => `stopped selling ${named("material", name)}`,
  "material.change": ({ name }: Named) => `changed ${named("material", name)}`,
  "material.restore": ({ name }: Named) => `put ${named("material", name)} back on sale`,
  "material.return": ({ name, quantity }: Named & { quantity: number }) =>
    `put ${count(quantity, "piece")} of ${named("material", name)} back in stock`,
  "material.sell": ({ name, quantity, holder }: Named & { quantity: number; holder: string }) =>
    `sold ${quantity > 1 ? `${quantity} × ` : ""}${named("material", name)}${holder ? ` to ${holder}` : ""}`,
  "package-offer.add": ({ name }: Named) => `added ${named("package", name)} to the price list`,
  "package-offer.archive": ({ name }: Named) => `stopped selling ${named("package", name)}`,
  "package-offer.hide-from-families": ({ name }: Named) =>
    `stopped letting families buy ${named("package", name)} in their portal`,
  "package-offer.offer-to-families": ({ name }: Named) =>
    `let families buy ${named("package", name)} in their portal`,
  "package-offer.restore": ({ name }: Named) => `put ${named("package", name)} back on the price list`,
  "package.buy": ({ name, holder }: Named & { holder: string }) =>
    `bought ${named("package", name)}${holder ? ` for ${holder}` : ""}`,
  "package.end": ({ name, reason }: Named & Reasoned) => `ended ${named("package", name)}${because(reason)}`,
  "package.sell": ({ name, holder }: Named & { holder: string }) =>
    `sold ${named("package", name)}${holder ? ` to ${holder}` : ""}`,
  "school.change-late-fee": () => "changed the late fee",
  "school.change-vouchers": () => "changed when gift vouchers expire",
  "school.change-packages": () => "changed what happens to lessons without a package",
  "school.change-tax-mode": ({ isAdded }: { isAdded: boolean }) =>
    isAdded === undefined
      ? "changed how prices include tax"
      : isAdded
        ? "set tax to be added to prices"
        : "set prices to include tax",
  "school.change-trials": () => "changed what trial lessons cost",
  "school.change-tuition": () => "changed how monthly tuition is calculated",
  "school.choose-preset": ({ topics }: { topics: readonly string[] }) =>
    `changed ${count(topics?.length, "policy", "policies")} to those of a preset`,
  "school.undo-preset": () => "put the policies back as they were before a preset",
  "school.choose-tax": ({ name }: { name: string | null }) =>
    name === null ? "removed the default tax" : `made ${named("tax", name)} the default`,
  "school.raise-prices": ({ classes, fromDate }: { classes: number; fromDate: string }) =>
    `changed the price of ${count(classes, "class", "classes")}${dated("from", fromDate)}`,
  "school.round-prices": ({
    currency,
    count: prices,
    charges,
  }: {
    currency: string
    count: number
    charges: number | null
  }) =>
    `rounded ${count(prices, "price")}${charges ? ` and ${count(charges, "charge")}` : ""}${currency ? ` for ${currency}` : ""}`,
  "school.undo-price-rise": ({ classes }: { classes: number }) =>
    `undid a price change of ${count(classes, "class", "classes")}`,
  "tax-rate.add": ({ name, percent }: Named & { percent: string }) =>
    `added ${named("tax", name)}${percent ? ` at ${percent}` : ""}`,
  "tax-rate.archive": ({ name }: Named) => `archived ${named("tax", name)}`,
  "tax-rate.restore": ({ name }: Named) => `restored ${named("tax", name)}`,

  // Money
  "charge.add": () => "added a charge",
  "charge.change": ({ reason }: Reasoned) => `changed a charge${because(reason)}`,
  "charge.restore": () => "restored a charge",
  "charge.withdraw": ({ reason }: Reasoned) => `removed a charge${because(reason)}`,
  "credit-note.issue": ({ number, reason, emails }: Reasoned & { number: string } & Emailed) =>
    `${sentOr(emails)} ${named("credit note", number, "a credit note")}${because(reason)}`,
  "family.enter-opening-balance": ({ name }: Named) => `entered the opening balance of ${name ?? "a family"}`,
  "family.redeem-voucher": () => "redeemed a gift voucher",
  "family.undo-voucher": () => "undid the redemption of a gift voucher",
  "family.remove-opening-balance": () => "removed an opening balance",
  "voucher.sell": () => "sold a gift voucher",
  "voucher.remove": () => "removed the sale of a gift voucher",
  "voucher.correct": () => "corrected the names and emails of a gift voucher",
  "voucher.new-code": () => "gave a gift voucher a new code",
  "voucher.take-email-back": () => "withdrew the email of a gift voucher",
  "voucher.email": () => "emailed a gift voucher",
  "voucher.redeem": () => "redeemed a gift voucher",
  "voucher.undo-redemption": () => "undid the redemption of a gift voucher",
  "voucher.cancel": ({ reason }: Reasoned) => `canceled a gift voucher${because(reason)}`,
  "voucher.book-income": () => "made an expired gift voucher other income",
  "voucher.reopen": () => "opened a gift voucher again",
  "expense.add": (paid: Paid) => `recorded ${expenseOf(paid)}`,
  "expense.change": (paid: Paid) => `changed ${expenseOf(paid)}`,
  "expense.delete": (paid: Paid) => `deleted ${expenseOf(paid)}`,
  "expense.end-repeat": (paid: Paid) => `ended the automatic entries of ${expenseOf(paid)}`,
  "expense.enter-again": ({ rhythm, ...paid }: Paid & Repeated) =>
    `entered ${expenseOf(paid)}, as every ${unitOf(rhythm)}`,
  "expense.pay-back": ({ name, ...paid }: Paid & Named) =>
    `added ${expenseOf(paid)} to the pay of ${name ?? "a teacher"}`,
  "expense.repeat": ({ rhythm, ...paid }: Paid & Repeated) =>
    `set ${expenseOf(paid)} to repeat ${rhythm ?? "monthly"}`,
  "expense.stop-paying-back": ({ name, ...paid }: Paid & Named) =>
    `removed ${expenseOf(paid)} from the pay of ${name ?? "a teacher"}`,
  "expense.remove-receipt": (paid: Paid) => `removed the receipt of ${expenseOf(paid)}`,
  "family.agree-auto-pay": (method: Account) => `agreed to automatic payment${withMethod(method)}`,
  "family.end-auto-pay": (method: Account) => `ended automatic payment${withMethod(method)}`,
  "family.pause-auto-pay": ({ reason }: Reasoned) => `paused automatic payment${because(reason)}`,
  "family.resume-auto-pay": () => "resumed automatic payment",
  "family.set-plan-rule": ({ installments }: { installments: number }) =>
    `divided the family’s new invoices into ${count(installments, "installment")}`,
  "family.drop-plan-rule": () => "stopped dividing the family’s new invoices",
  "family.decline-payment": () => "had the online payment of a balance declined",
  "family.hold-invoices": ({ reason }: Reasoned) =>
    `put the family’s automatic invoices on hold${because(reason)}`,
  "family.release-invoices": () => "released the family’s automatic invoices",
  "family.pause-reminders": ({ reason }: Reasoned) => `paused the family’s reminders${because(reason)}`,
  "family.remind-by-step": ({ number, step }: Step) => stepSentence(step, number),
  "family.resume-reminders": () => "resumed the family’s reminders",
  "invoice.announce-charge": ({ number, chargeOn }: Numbered & { chargeOn: string }) =>
    `announced the automatic payment of ${named("invoice", number, "an invoice")}${dated("for", chargeOn)}`,
  "invoice.decline-charge": ({ number, nextTryOn }: Numbered & { nextTryOn?: string }) =>
    `had the automatic payment of ${named("invoice", number, "an invoice")} declined, ${nextTryOn ? `next try${dated("on", nextTryOn)}` : "the payer has to confirm it"}`,
  "invoice.decline-payment": ({ number }: Numbered) =>
    `had the online payment of ${named("invoice", number, "an invoice")} declined`,
  "invoice.hold-charge": ({ reason }: Reasoned) =>
    `put the automatic payment of an invoice on hold${because(reason)}`,
  "invoice.release-charge": ({ chargeOn }: { chargeOn: string }) =>
    `released the automatic payment of an invoice${dated("for", chargeOn)}`,
  "invoice.agree-plan": ({ number, installments }: Planned) =>
    `agreed ${count(installments, "installment")} for ${named("invoice", number, "an invoice")}`,
  "invoice.change-plan": ({ number, reason }: Numbered & Reasoned) =>
    `changed the payment plan of ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.end-plan": ({ number, reason }: Numbered & Reasoned) =>
    `ended the payment plan of ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.plan-by-rule": ({ number, installments }: Planned) =>
    `divided ${named("invoice", number, "an invoice")} into ${count(installments, "installment")} by the family’s rule`,
  "invoice.plan-by-price": ({ number, installments }: Planned) =>
    `put ${count(installments, "due date")} on ${named("invoice", number, "an invoice")} as its prices say`,
  "invoice.shorten-plan": ({ number, reason }: Numbered & Reasoned) =>
    `shortened the payment plan of ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.ask-plan": ({ number, installments }: Planned) =>
    `asked to pay ${named("invoice", number, "an invoice")} in ${count(installments, "installment")}`,
  "invoice.withdraw-plan-ask": ({ number }: Numbered) =>
    `withdrew the request to pay ${named("invoice", number, "an invoice")} in installments`,
  "invoice.decline-plan-ask": ({ number, reason }: Numbered & Reasoned) =>
    `declined to let ${named("invoice", number, "an invoice")} be paid in installments${because(reason)}`,
  "invoice.undo-plan": ({ number }: Numbered) =>
    `undid the last change to the payment plan of ${named("invoice", number, "an invoice")}`,
  "invoice.discard-draft": () => "discarded a draft invoice",
  "invoice.end-link": ({ number }: { number: string | null }) =>
    `turned off the payment link of ${named("invoice", number, "an invoice")}`,
  "invoice.renew-link": ({ number }: { number: string | null }) =>
    `created a new payment link for ${named("invoice", number, "an invoice")}`,
  "invoice.issue": ({ number, emails }: { number: string } & Emailed) =>
    `${sentOr(emails)} ${named("invoice", number, "an invoice")}`,
  "invoice.open": ({ number }: Numbered) => `opened ${named("invoice", number, "an invoice")} in the portal`,
  "invoice.pause-reminders": ({ reason, number }: Reasoned & { number: string | null }) =>
    `paused reminders for ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.remind-by-step": ({ number, step }: Step) => stepSentence(step, number),
  "invoice.resume-reminders": ({ number }: { number: string | null }) =>
    `resumed reminders for ${named("invoice", number, "an invoice")}`,
  "invoice.remind": ({ number, mails }: { number: string | null; mails?: number | null }) =>
    mails === 0
      ? `sent no reminder for ${named("invoice", number, "an invoice")}, because no payer has an email`
      : `sent a reminder for ${named("invoice", number, "an invoice")}`,
  "invoice.save-draft": () => "saved a draft invoice",
  "invoice.restore": ({ number }: { number: string }) =>
    `restored ${named("invoice", number, "an invoice")} that was written off`,
  "invoice.use-credit": () => "applied account credit to an invoice",
  "invoice.write-off": ({ number, reason }: Reasoned & { number: string }) =>
    `wrote off ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.void": ({ reason }: Reasoned, { number }: { number: string | null }) =>
    `voided ${named("invoice", number, "an invoice")}${because(reason)}`,
  "payment-order.cancelled": () => "canceled an online payment",
  "payment-order.declined": () => "had an online payment declined",
  "payment-order.mismatch": () => "made an online payment that doesn’t match what was due",
  "payment-order.pending": () => "made an online payment that is pending",
  "payment.dispute": () => "disputed a payment",
  "payment.end-dispute": () => "had the dispute of a payment decided",
  "payment.move": () => "changed which invoices a payment settles",
  // Earlier ones are all of the platform's provider.
  "payment.order-refund": ({ reason, provider = platformProvider }: Reasoned & { provider?: string }) =>
    `asked ${provider} to refund a payment${because(reason)}`,
  "family.add-payer": ({ name }: Named) => `added ${name ?? "someone"} as a payer`,
  "family.erase-payer": () => "erased a payer",
  "family.change-payer": ({ name }: Named) => `changed ${name ?? "someone"} as a payer`,
  "family.remove-payer": (_: unknown, { name }: Named) => `removed ${name ?? "someone"} as a payer`,
  "payment.record": ({ payerName }: { payerName: string | null }) =>
    payerName ? `recorded a payment from ${payerName}` : "recorded a payment",
  "payment.refund": () => "refunded a payment",
  "payment.refuse-refund": ({ reason }: Reasoned) => `refused to refund a payment${because(reason)}`,
  "payment.reverse": () => "had a payment charged back",
  "payment.win-chargeback": () => "won a chargeback",
  "payment.return-refund": () => "got a refund back that didn’t reach its payer",
  "payment.take-back": ({ reason }: Reasoned, { payerName }: { payerName: string | null }) =>
    `reversed ${payerName ? `a payment from ${payerName}` : "a payment"}${because(reason)}`,
  "school.add-expense-category": ({ name }: Named) =>
    `added ${named("expense category", name, "an expense category")}`,
  "school.archive-expense-category": ({ name }: Named) =>
    `archived ${named("expense category", name, "an expense category")}`,
  "school.change-expense-category": ({ name }: Named) =>
    `changed ${named("expense category", name, "an expense category")}`,
  "school.restore-expense-category": ({ name }: Named) =>
    `restored ${named("expense category", name, "an expense category")}`,
  "school.add-work-kind": ({ name }: Named) => `added ${named("extra work", name)}`,
  "school.archive-work-kind": ({ name }: Named) => `archived ${named("extra work", name)}`,
  "school.bill-batch": ({ made }: { made: number }) => `sent ${count(made, "invoice")} in one run`,
  "school.undo-run": ({ invoices }: { invoices: number }) =>
    `undid an invoice run of ${count(invoices, "invoice")}`,
  "school.send-run": ({ made }: { made: number }) => `sent off the emails of ${count(made, "invoice")}`,
  "school.change-auto-pay": ({ isOffered }: { isOffered: boolean }) =>
    isOffered === false ? "stopped offering automatic payment" : "changed automatic payment",
  "school.change-auto-invoicing": ({ isOn }: { isOn: boolean }) =>
    isOn === false ? "turned automatic invoices off" : "changed the automatic invoices",
  "school.skip-auto-run": ({ runOn }: { runOn: string }) =>
    `skipped the automatic invoices${dated("of", runOn)}`,
  "school.change-bank": () => "changed the bank account on invoices",
  "school.change-invoice-reminders": ({ isOn }: { isOn: boolean }) =>
    `turned automatic invoice reminders ${isOn ? "on" : "off"}`,
  "school.change-reminder-step": ({ text }: { text: string }) => `changed ${text ?? "a reminder"}`,
  "school.charge-month": ({ charged }: { charged: number }) => `added ${count(charged, "monthly charge")}`,
  "school.draft-batch": ({ made }: { made: number }) => `drafted ${count(made, "invoice")} in one run`,
  "school.ignore-transfer": () => "set a bank transfer aside",
  "school.import-bank": ({ added }: { added: number }) => `imported ${count(added, "bank transfer")}`,
  "school.restore-transfer": () => "restored a bank transfer",
  "school.close-month": ({ closedThrough }: { closedThrough: string }) =>
    `closed the books${dated("through", closedThrough)}`,
  "school.reopen-month": ({ month, reason }: Reasoned & { month: string }) =>
    `reopened the books${dated("from", `${month}-01`)}${because(reason)}`,
  "school.change-account-codes": () => "changed the accounts in the accountant’s files",
  "school.change-pay-period": () => "changed the pay period",
  "teacher.add-extra-work": ({ description }: { description: string }) =>
    `added extra work${description ? `: ${description}` : ""}`,
  "teacher.enter-work": ({ description }: { description: string }) =>
    `entered extra work${description ? `: ${description}` : ""}`,
  "teacher.withdraw-work": ({ description }: { description: string }) =>
    `withdrew extra work${description ? `: ${description}` : ""}`,
  "teacher.confirm-work": ({ description }: { description: string }) =>
    `confirmed extra work${description ? `: ${description}` : ""}`,
  "teacher.decline-work": ({ description, reason }: Reasoned & { description: string }) =>
    `declined extra work${description ? `: ${description}` : ""}${because(reason)}`,
  "teacher.approve-pay": ({ periodFrom, periodTo }: PayPeriod) =>
    `approved pay${within(periodFrom, periodTo)}`,
  "teacher.end-pay-rate": ({ lastDay }: { lastDay: string }) => `ended a pay rate${dated("after", lastDay)}`,
  "teacher.lock-pay": ({ periodFrom, periodTo }: PayPeriod) => `locked pay${within(periodFrom, periodTo)}`,
  "teacher.remove-extra-work": ({ description }: { description: string }) =>
    `removed extra work${description ? `: ${description}` : ""}`,
  "teacher.reopen-pay": ({ periodFrom, periodTo }: PayPeriod) =>
    `reopened pay${within(periodFrom, periodTo)}`,

  // Records of people
  "deleted-record.delete": (_: unknown, before: Named) => `deleted ${before?.name ?? "a record"} for good`,
  "deleted-record.restore": ({ name }: Named) => `restored ${name ?? "a deleted record"}`,
  "family.export": ({ name }: Named) => `exported the data of ${name ?? "the family"}`,
  "family.merge": ({ name, ...joined }: Named & JoinedAccount, before: Named) =>
    `merged ${before?.name ?? "a family"} into ${name ?? "another family"}${withJoined(joined)}`,
  "family.unmerge": ({ name }: Named) => `undid a merge into ${name ?? "a family"}`,
  "guardian.erase": () => "erased a guardian",
  "guardian.merge": ({ name }: Named, before: Named) =>
    `merged the guardian ${before?.name ?? "entered twice"} into ${name ?? "another one"}`,
  "guardian.unmerge": ({ name }: Named) => `undid the merge of the guardian ${name ?? "entered twice"}`,
  "inquiry.admit": () => "made a student of an inquiry",
  "inquiry.answer": () => "answered an inquiry by email",
  "inquiry.book-trial": () => "booked a trial lesson for an inquiry",
  "inquiry.cancel-trial": () => "canceled the trial lesson of an inquiry",
  "inquiry.contact": () => "marked an inquiry as contacted",
  "inquiry.accept-offer": () => "accepted the offer to an inquiry",
  "inquiry.ask-other-time": () => "asked for another time than was offered to an inquiry",
  "inquiry.decline-offer": () => "declined the offer to an inquiry",
  "inquiry.let-offer-run-out": () => "let the offer to an inquiry run out",
  "inquiry.offer": () => "made an offer to an inquiry",
  "inquiry.withdraw-offer": () => "withdrew the offer to an inquiry",
  "inquiry.lose": () => "marked an inquiry as lost",
  "inquiry.plan": () => "planned the next step of an inquiry",
  "inquiry.receive": () => "received an inquiry",
  "inquiry.remove": () => "deleted an inquiry",
  "inquiry.reopen": () => "reopened an inquiry",
  "member.erase": () => "erased a member of the team",
  "student.erase": () => "erased a student",
  "student.merge": ({ name }: Named, before: Named) =>
    `merged the student ${before?.name ?? "entered twice"} into ${name ?? "another one"}`,
  "student.unmerge": ({ name }: Named) => `undid the merge of the student ${name ?? "entered twice"}`,
  "teacher.erase": () => "erased a teacher",
  "teacher.merge": ({ name }: Named, before: Named) =>
    `merged the teacher ${before?.name ?? "entered twice"} into ${name ?? "another one"}`,
  "teacher.unmerge": ({ name }: Named) => `undid the merge of the teacher ${name ?? "entered twice"}`,

  // Closures and their emails
  "closure.add": ({ name, startsOn }: Days) =>
    `added ${named("closure", name)}${dated("starting", startsOn)}`,
  "closure.hold": (after: Told) => `held the emails about ${aboutLessons(after)}`,
  "closure.silence": (after: Told) => `decided to send no emails about ${aboutLessons(after)}`,
  "closure.tell": (after: Told) => `sent the emails about ${aboutLessons(after)}`,
  "closure.undo": ({ lessons }: { lessons: number }, { name }: Days) =>
    `undid ${named("closure", name)} and restored ${count(lessons, "lesson")}`,
  "closure.remove": (_: unknown, { name }: Days) => `removed ${named("closure", name)}`,

  // Lessons and the spots in them
  "class.add-prerequisite": ({ prerequisite }: Required) =>
    `added a prerequisite${prerequisite ? `: ${prerequisite}` : ""}`,
  "class.remove-prerequisite": (_: unknown, before: Required) =>
    `removed a prerequisite${before?.prerequisite ? `: ${before.prerequisite}` : ""}`,
  "class.undo-end": () => "undid the ending of the class",
  "class.tell-end": () => "emailed families that the class ends",
  "schedule.end": ({ lastDay, reason }: { lastDay: string } & Reasoned) =>
    `ended a weekly time${dated("after", lastDay)}${because(reason)}`,
  "schedule.undo-end": () => "undid the ending of a weekly time",
  "seat.add-guest": ({ isFree }: { isFree?: boolean }) =>
    isFree ? "added a guest without charge" : "added a guest",
  "seat.book-make-up": () => "booked a make-up lesson",
  "seat.cancel-make-up": () => "canceled a make-up booking",
  "seat.excuse": ({ reason }: Reasoned) => `counted a late absence as reported in time${because(reason)}`,
  "seat.record-notice": () => "reported an absence",
  "school.change-waiting-lists": ({ isOn }: { isOn: boolean }) =>
    isOn
      ? "turned on automatic offers of free spots to waiting lists"
      : "turned off automatic offers of free spots to waiting lists",
  "seat.remove-guest": () => "removed a guest",
  "seat.take-notice-back": () => "withdrew an absence",
  "seat.withdraw-excuse": () => "no longer counted a late absence as reported in time",
  "seat.waive": ({ reason }: Reasoned) => `waived the charge for a lesson${because(reason)}`,
  "session.agree-on-swap": (names: Named & { other?: string }) => `agreed to swap ${both(names)}`,
  "session.ask-for-swap": ({ name }: Named) => `asked to swap with a lesson of ${student(name)}`,
  "session.add": () => "added a lesson",
  "session.approve-correction": ({ name }: Named) =>
    `approved a correction of attendance for ${student(name)}`,
  "session.ask-for-correction": ({ name, status, reason }: Named & Reasoned & { status?: string }) =>
    `asked to correct attendance of ${student(name)}${status ? ` to “${status}”` : ""}${because(reason)}`,
  "session.cancel": ({ reason }: Reasoned) => `canceled a lesson${because(reason)}`,
  "session.confirm-move": ({ name }: Named) => `confirmed the new time for ${student(name)}`,
  "session.correct-register": () => "corrected attendance",
  "session.decline-move": ({ name }: Named) => `declined the new time for ${student(name)}`,
  "session.decline-correction": ({ name, reason }: Named & Reasoned) =>
    `declined to correct attendance of ${student(name)}${because(reason)}`,
  "session.decline-freed-time": ({ name }: Named) => `declined a freed time for ${student(name)}`,
  "session.keep": ({ reason }: Reasoned) => `kept the lesson as it is${because(reason)}`,
  "session.explain-correction": ({ reason }: Reasoned) => `corrected locked attendance${because(reason)}`,
  "session.leave-out": ({ date }: { date: string }) =>
    `didn’t schedule a lesson${dated("on", date)}: the weekly time clashed`,
  "session.let-freed-time-expire": ({ name }: Named) =>
    `let the offer of a freed time to ${student(name)} expire`,
  "session.move": ({ date, startTime }: { date: string; startTime: string }) =>
    `moved a lesson${dated("to", date)}${startTime && isTime(startTime) ? `, ${formatTime(startTime)}` : ""}`,
  "session.offer-freed-time": ({ name }: Named) => `offered a freed time to ${student(name)}`,
  "session.offer-for-swap": ({ name }: Named) => `offered a lesson of ${student(name)} for a swap`,
  "session.refuse-swap": (names: Named & { other?: string }) => `didn’t approve swapping ${both(names)}`,
  "session.remove": ({ reason }: Reasoned) => `deleted a lesson${because(reason)}`,
  "session.reopen-register": () => "reopened attendance",
  "session.replace-co-teacher": ({ name, substitute }: Named & { substitute?: string | null }) =>
    substitute === name
      ? `gave a lesson back to ${student(name)}`
      : `replaced ${student(name)} in a lesson with ${substitute ?? "no one"}`,
  "session.reply": () => "replied to a lesson note",
  "session.restore": () => "restored a canceled lesson",
  "session.write-note": () => "wrote a lesson note",
  "session.write-student-note": () => "wrote a note about a student",
  "session.run-late": ({ minutes }: { minutes?: number }) =>
    `told families that a lesson starts ${minutes ? `${countOf(minutes, "minute")} ` : ""}late`,
  "session.set-link": ({ onlineLink }: { onlineLink: string | null }) =>
    onlineLink ? "set a lesson’s online link" : "removed a lesson’s online link",
  "session.stop-freed-time": () => "stopped offering a freed time",
  "session.take-register": (marked: readonly unknown[]) =>
    `took attendance for ${count(marked.length, "student")}`,
  "session.swap": (names: Named & { other?: string }) => `swapped ${both(names)}`,
  "session.undo-register": () => "undid attendance",
  "session.undo-swap": (names: Named & { other?: string }) => `undid swapping ${both(names)}`,
  "session.withdraw-correction": ({ name }: Named) =>
    `no longer asked to correct attendance of ${student(name)}`,
  "session.withdraw-swap": ({ name }: Named) => `no longer offered a lesson of ${student(name)} for a swap`,
  "schedule.add": () => "added a weekly time",
  "schedule.undo-add": () => "removed a weekly time that was just added",
  "schedule.undo-change": ({ from }: { from: string }) =>
    `undid the change of the weekly time${dated("from", from)}`,
  "schedule.swap": ({ from }: { from: string }) =>
    `swapped the weekly time with another student’s${dated("from", from)}`,
  "schedule.change": ({ from }: { from: string }) => `changed the weekly time${dated("from", from)}`,

  // Recitals, exams and excursions
  "occasion.add": ({ name }: Named) => `planned ${event(name)}`,
  "occasion.change": ({ name }: Named) => `changed ${event(name)}`,
  "occasion.publish": ({ name, students }: Named & { students: number }) =>
    `published ${event(name)} for ${count(students, "student")}`,
  "occasion.cancel": ({ name, reason }: Named & { reason?: string | null }) =>
    `canceled ${event(name)}${because(reason)}`,
  "occasion.delete": (_: unknown, before: Named) => `deleted ${event(before?.name)}`,
  "occasion.invite": ({ name, students }: Named & { students: number }) =>
    `invited ${count(students, "student")} to ${event(name)}`,
  "occasion.remove-guest": ({ name }: Named) => `removed ${student(name)} from an event`,
  "occasion.answer": ({ name, answer }: Named & { answer?: "yes" | "no" }) =>
    answer === "no"
      ? `answered that ${student(name)} can’t come to an event`
      : `answered that ${student(name)} takes part in an event`,
  "occasion.enter-answer": ({ name, answer }: Named & { answer?: "yes" | "no" }) =>
    answer === "no"
      ? `entered for the family that ${student(name)} can’t come to an event`
      : `entered for the family that ${student(name)} takes part in an event`,
  "occasion.undo-answer": ({ name }: Named) => `undid an answer entered for ${student(name)} about an event`,
  "occasion.keep-answer": ({ name, event: title }: Named & { event?: string }) =>
    `kept the later answer of ${student(name)} about ${event(title)} when merging`,
  "occasion.save-results": ({ name, students }: Named & { students: number }) =>
    `saved results of ${count(students, "student")} in ${event(name)}`,
  "occasion.release-results": ({ name, students }: Named & { students: number }) =>
    `showed families the results of ${count(students, "student")} in ${event(name)}`,
  "occasion.hide-results": ({ name, students }: Named & { students: number }) =>
    `hid the results of ${count(students, "student")} in ${event(name)} from families`,
  "occasion.hand-over": ({ name, teacher }: Named & { teacher?: string | null }) =>
    teacher ? `handed ${event(name)} over to ${teacher}` : `left ${event(name)} without anyone in charge`,
  "occasion.add-entry": (played: Played) => `added ${piece(played)} to a program`,
  "occasion.change-entry": (played: Played) => `changed ${piece(played)} on a program`,
  "occasion.remove-entry": (played: Played) => `removed ${piece(played)} from a program`,

  // The school’s subscription to us
  "subscription-attempt.cancelled": () => "canceled the subscription payment",
  "subscription-attempt.declined": () => "had the subscription payment declined",
  "subscription-attempt.mismatch": () => "paid for a subscription that doesn’t match the plan",
  "subscription.activate": () => "activated the subscription",
  "subscription.ask-activation": () => "requested activation of the subscription",
  "subscription.ask-plan-change": () => "requested a plan change",
  "subscription.cancel": () => "canceled the subscription",
  "subscription.change-plan": () => "changed the plan",
  "subscription.change-billing-address": () => "changed the billing address for receipts",
  "subscription.check-with-provider": (_: StaffNote) => `checked the subscription with ${platformProvider}`,
  "subscription.end-renewal": () => "turned off subscription renewal",
  "subscription.end-replaced": () => "ended the replaced subscription",
  "subscription.end-by-staff": ({ text }: StaffNote) => `ended the subscription${because(text)}`,
  "subscription.expire": () => "recorded the end of the subscription",
  "subscription.extend": ({ text }: StaffNote) => `extended the subscription${because(text)}`,
  "subscription.fail-renewal": () => "recorded a failed payment for the subscription",
  "subscription.keep": () => "kept the subscription after all",
  "subscription.pay-due": () => "paid what was due for the subscription",
  "subscription.recover-renewal": () => "recorded the payment that had failed",
  "subscription.refund": ({ text }: StaffNote) => `refunded a payment${because(text)}`,
  "subscription.reactivate": () => "reactivated the subscription",
  "subscription.refuse": () => "reported an unknown subscription",
  "subscription.renew": () => "renewed the subscription",
  "subscription.reset": () => "set the subscription back to pending",
  "subscription.restore": ({ text }: StaffNote) => `reopened the school${because(text)}`,
  "subscription.schedule-plan": () => "scheduled a plan change",
  "subscription.resume": () => "resumed the subscription",
  "subscription.give-credit": ({ text }: StaffNote) => `gave the school account credit${because(text)}`,
  "subscription.take-back-credit": ({ text }: StaffNote) => `removed account credit${because(text)}`,
  "subscription.use-credit": ({ amount }: { amount?: string }) =>
    `refunded ${amount ?? "a payment"} from the account credit`,
  "subscription.use-coupon": ({ code }: { code?: string }) =>
    `used ${code ? `the code ${code}` : "a coupon code"}`,
  "subscription.suspend": () => `recorded a suspension of the subscription by ${platformProvider}`,
  "subscription.suspend-by-staff": ({ text }: StaffNote) => `suspended the school${because(text)}`,

  // Absences of teachers
  "time-off.arrange": ({ name, lessons }: Arranged) =>
    `arranged ${count(lessons, "lesson")} while ${name ?? "a teacher"} is away`,
  "time-off.undo-arrangement": ({ name, lessons }: Arranged) =>
    `undid what was arranged for ${count(lessons, "lesson")} of ${name ?? "a teacher"}`,
  "time-off.record": () => "recorded an absence",
  "time-off.change": () => "changed an absence",
  "time-off.approve": () => "approved time off",
  "time-off.decline": () => "declined time off",
  "time-off.request": () => "requested time off",
  "time-off.restore": () => "restored time off that was canceled",
  "time-off.withdraw": () => "withdrew a time-off request",
} satisfies Record<string, (after: never, before: never) => string>

export type EventKey = keyof typeof sentences
type EventNoun = EventKey extends `${infer Noun}.${string}` ? Noun : never

/** The labels of record types in the activity filter. */
export const nounLabels: Record<EventNoun, string> = {
  "calendar-feed": "Calendar feeds",
  charge: "Charges",
  class: "Classes",
  closure: "Closures",
  conversation: "Messages",
  "custom-field": "Custom fields",
  "deleted-record": "Recently deleted",
  discount: "Discounts",
  enrollment: "Enrollments",
  expense: "Expenses",
  family: "Families",
  guardian: "Guardians",
  hire: "Instrument rental",
  voucher: "Gift vouchers",
  import: "Imports",
  inquiry: "Inquiries",
  instrument: "Instruments",
  invoice: "Invoices",
  level: "Levels",
  material: "Materials",
  occasion: "Events",
  "credit-note": "Credit notes",
  "make-up-credit": "Make-up credits",
  member: "Members",
  outcome: "Attendance rules",
  "own-status": "Attendance statuses",
  package: "Packages",
  "package-offer": "Package prices",
  payment: "Payments",
  "payment-order": "Online payments",
  resource: "Resources",
  room: "Rooms",
  schedule: "Weekly times",
  "saved-answer": "Saved answers",
  "saved-filter": "Saved filters",
  school: "School",
  seat: "Spots in lessons",
  session: "Lessons",
  skill: "Skills",
  skills: "Skill lists",
  staff: "Office invitations",
  student: "Students",
  subscription: "Subscription",
  "subscription-attempt": "Subscription payments",
  task: "Background work",
  "tax-rate": "Taxes",
  teacher: "Teachers",
  term: "Terms",
  "time-off": "Time off",
}

export const labelOfNoun = (noun: string): string => (isNoun(noun) ? nounLabels[noun] : "Other")
const isNoun = (noun: string): noun is EventNoun => Object.hasOwn(nounLabels, noun)

type Stored = { verb: string; noun: string; before: unknown; after: unknown }

/** How an event reads to platform staff: what was done, without names, dates or reasons. */
export const sentenceWithoutNames = ({ noun, verb }: Pick<Stored, "noun" | "verb">): string =>
  sentenceOf({ noun, verb, before: {}, after: {} })

/** How a stored event reads after a name: "enrolled Tomás Singh, starting Aug 10, 2026". */
export function sentenceOf({ verb, noun, before, after }: Stored): string {
  const key = `${noun}.${verb}`
  if (!Object.hasOwn(sentences, key)) return "made a change this version doesn’t recognize"
  // The rows were written through AuditEvent, so each sentence gets the facts that its event keeps.
  const sentence = sentences[key as EventKey] as (after: unknown, before: unknown) => string
  return sentence(after ?? {}, before ?? {})
}
