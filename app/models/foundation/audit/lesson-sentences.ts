import { formatTime, isTime } from "~/utils/clock-times"
import { occasionSentences } from "./occasion-sentences"
import { because, count, dated, student } from "./sentence-parts"

// How the events of lessons and of the spots in them read; part of the sentences of the activity. Safe in the browser.

type Named = { name?: string }
type Required = { prerequisite?: string }
type Reasoned = { reason?: string | null }

const both = ({ name, other }: Named & { other?: string }) =>
  `the lesson times of ${student(name)} and ${student(other)}`

export const lessonSentences = {
  ...occasionSentences,
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
}
