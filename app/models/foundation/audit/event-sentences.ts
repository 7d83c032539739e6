import { formatNumber } from "~/utils/formats"
import { closureSentences } from "./closure-sentences"
import { lessonSentences } from "./lesson-sentences"
import { moneySentences } from "./money-sentences"
import { priceSentences } from "./price-sentences"
import { recordSentences } from "./record-sentences"
import { because, count, dated, listOf, listOr, named, removedByUndo, student } from "./sentence-parts"
import { subscriptionSentences } from "./subscription-sentences"
import { timeOffSentences } from "./time-off-sentences"

// How each event of a school's activity reads after the name of who did it. A parameter's type is what the event must
// keep; every sentence also reads well without its facts. Safe in the browser.

type Named = { name?: string }
type Reasoned = { reason?: string | null }
type Waiting = { studentId: string; name: string }
type Titled = { title: string }
type Task = { task: string }
type Period = { fromDate: string; toDate: string }

/** The school's own fields by their names. */
const answered = (after: Record<string, unknown>) => `changed ${listOr(Object.keys(after), "details")}`

export const sentences = {
  ...priceSentences,
  ...moneySentences,
  ...recordSentences,
  ...closureSentences,
  ...lessonSentences,
  "calendar-feed.end": () => "turned off a calendar feed",
  "calendar-feed.renew": () => "created a new calendar feed link",
  "class.accept-place": ({ name }: Waiting) => `accepted a spot for ${student(name)}`,
  "class.add-co-teacher": ({ name, startsOn }: Named & { startsOn: string }) =>
    `added ${name ?? "a teacher"} as a co-teacher${dated("from", startsOn)}`,
  "class.add": () => "created the class",
  "class.answer": answered,
  "class.change": () => "changed the class details",
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
  "conversation.start": ({ people }: { people: number }) =>
    `sent a message to ${count(people, "person", "people")}`,
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
  "guardian.change-contact": () => "changed their contact details",
  "guardian.invite": ({ email }: { email: string }) => `invited ${email ?? "someone"}`,
  "guardian.revoke-invitation": () => "canceled an invitation",
  "guardian.fill": () => "filled in a guardian’s details from an import",
  "import.run": () => "imported a roster",
  "import.undo": () => "undid an import",
  "import.upload": ({ fileName }: { fileName: string }) => `uploaded ${fileName ?? "a file"}`,
  "instrument.add": ({ name }: Named) => `added ${named("instrument", name, "an instrument")}`,
  "instrument.archive": () => "archived an instrument",
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
  "saved-filter.remove": (_: unknown, { name }: Named) =>
    `removed ${name ? `the filter “${name}”` : "a filter"}`,
  "saved-filter.save": ({ name, isShared }: Named & { isShared?: boolean }) =>
    `saved ${name ? `the filter “${name}”` : "a filter"}${isShared ? " for everyone" : ""}`,
  "school.add-sample": () => "added sample data",
  "school.allow-support": ({ until, reason }: { until: string } & Reasoned) =>
    `let Tutti support view records${dated("until", until)}${because(reason)}`,
  "school.change-attendance": () => "changed when attendance is locked or reminded of",
  "school.remind-next-term": ({ families }: { families: number }) =>
    `reminded ${count(families, "family", "families")} about the next term`,
  "school.change-swaps": ({ rule }: { rule: "off" | "families" | "office" }) =>
    rule === "off" ? "turned off lesson swaps" : "changed how families swap lesson times",
  "school.change-freed-times": ({ hours }: { hours: number }) =>
    hours > 0
      ? `set freed times to be offered for ${count(hours, "hour")}`
      : "turned off offers of freed times",
  "school.change-formats": () => "changed how dates, times and amounts are shown",
  "school.change-identity": () => "changed the school’s name or contact details",
  "school.change-invoicing": () => "changed the invoice settings",
  "school.change-opening": () => "changed the opening hours",
  "school.change-page": () => "changed the school’s public page",
  "school.change-payee": () => "changed where online payments go",
  "school.change-policies": () => "changed the make-up and cancellation rules",
  "school.change-region": () => "changed the time zone or currency",
  "school.change-reminders": () => "changed the lesson reminders",
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
  "student.change-contact": () => "changed their contact details",
  "student.change-pieces": (after: Record<string, unknown>) =>
    `updated ${listOr(Object.keys(after), "pieces")}`,
  "student.cancel-status": (_: unknown, { status, from }: { status: string; from: string }) =>
    `canceled the planned status${status ? ` ${status}` : ""}${dated("from", from)}`,
  "student.change-status": ({ status, reason }: { status: string } & Reasoned) =>
    `changed the status${status ? ` to ${status}` : ""}${because(reason)}`,
  "student.discard-report": () => "discarded a progress report",
  "student.finish-assignment": ({ task }: Task) => `completed ${task ?? "an assignment"}`,
  "student.invite": ({ email }: { email: string }) => `invited ${email ?? "someone"}`,
  "student.log-practice": ({ minutes }: { minutes: number }) =>
    `logged ${minutes ? `${count(minutes, "minute")} of ` : ""}practice`,
  "student.plan-status": ({ status, from, reason }: { status: string; from: string } & Reasoned) =>
    `planned the status${status ? ` ${status}` : ""}${dated("from", from)}${because(reason)}`,
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
  ...subscriptionSentences,
  "task.cancel": ({ title, made, left }: { title: string; made?: number; left?: number }) =>
    `canceled ${title ? `“${title}”` : "background work"}${
      made === undefined || left === undefined
        ? ""
        : ` with ${formatNumber(made)} done and ${formatNumber(left)} left`
    }`,
  "task.undo": ({ title, count }: { title: string; count: number }) =>
    `undid ${title ? `“${title}”` : "background work"} for ${formatNumber(count ?? 0)} records`,
  "teacher.add": ({ name }: Named) => `added ${name ?? "a teacher"}`,
  "teacher.add-hours": () => "added teaching hours",
  "teacher.agree-pay-rate": ({ fromDate }: { fromDate: string }) =>
    `set a pay rate${dated("from", fromDate)}`,
  "teacher.answer": answered,
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
  ...timeOffSentences,
} satisfies Record<string, (after: never, before: never) => string>
