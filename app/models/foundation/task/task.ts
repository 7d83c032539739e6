import type { tasks } from "db/schema/foundation-tasks"
import { countOf, formFor } from "~/utils/formats"
import { upperFirst } from "~/utils/names"
import type { Permission } from "../access/permissions"

// What each kind of long work is called, and who may see and cancel it. Safe in the browser.

/** What a kind of long work is called, and who may see and cancel it. */
type KindFacts = {
  permission: Permission
  /** Only who started it sees it. */
  isOwn?: true
  /** The heading of its screen. */
  title: string
  /** What it is doing while it runs. */
  running: string
  /** What so many items have become, as the start of a sentence. */
  made: (count: number) => string
  /** What an item is, for "1,204 of 4,000 families". */
  item: [one: string, many: string]
  cancel: { button: string; pending: string /** What stays when it is canceled. */; stays: string }
  /** The heading over what could not be done. */
  exceptions: string
  /** For what can be taken back: the button and what it does. */
  undo?: { button: string; effect: string }
}

const stop = (button: string, stays: string) => ({ button, pending: "Stopping…", stays })

const mergeOf = (
  [one, many]: [string, string],
  undone = `The ${one} is back with everything that moved. What was changed again stays changed.`,
) => ({
  title: `Merged ${many}`,
  running: `Merging ${many}`,
  made: (count: number) => `${countOf(count, one, many)} merged`,
  item: [one, many] as [string, string],
  cancel: stop("Stop merging", `${upperFirst(many)} already merged stay merged.`),
  exceptions: "Not merged",
  undo: { button: "Undo this merge", effect: undone },
})

const ofAnswers: KindFacts = {
  permission: "student:write",
  title: "Changed records",
  running: "Changing records",
  made: (count) => `${countOf(count, "record")} changed`,
  item: ["record", "records"],
  cancel: stop("Stop changing records", "Records already changed stay changed."),
  exceptions: "Not changed",
  undo: {
    button: "Undo this change",
    effect: "Each record gets back what it had.",
  },
}

/** What is noted of inquiries is a change of records, too, called by what was noted. */
export const stepTitles = {
  contact: "Inquiries marked as contacted",
  assign: "Assigned inquiries",
  lose: "Inquiries marked as lost",
} as const

const ofPrices = {
  permission: "class:price",
  running: "Changing prices",
  made: (count: number) => `${countOf(count, "price")} changed`,
  cancel: stop("Stop changing prices", "Prices already changed stay changed."),
  exceptions: "Not changed",
  undo: {
    button: "Undo this price change",
    effect: "Each price goes back to what it was. Charges already made keep their amount.",
  },
} as const

/** What is started from a selection in a list, and its undo. */
const listKinds = {
  "invite-people": {
    permission: "invitation:send",
    title: "Invitations",
    running: "Sending invitations",
    made: (count) => `${countOf(count, "invitation")} sent`,
    item: ["person", "people"],
    cancel: stop(
      "Stop sending invitations",
      "Invitations already sent stay valid. The others don’t get one.",
    ),
    exceptions: "Not invited",
    undo: {
      button: "Cancel these invitations",
      effect: "Unused links stop working. People who already have a login keep it.",
    },
  },
  "change-statuses": {
    permission: "student:write",
    title: "Status change",
    running: "Changing statuses",
    made: (count) => `${countOf(count, "student")} changed`,
    item: ["student", "students"],
    cancel: stop("Stop changing statuses", "Students already changed keep their new status."),
    exceptions: "Not changed",
    undo: {
      button: "Undo this status change",
      effect: "Students get their earlier status back and return to the classes they left.",
    },
  },
  "enroll-students": {
    permission: "class:write",
    title: "Enrollment",
    running: "Enrolling students",
    made: (count) => `${countOf(count, "student")} enrolled`,
    item: ["student", "students"],
    cancel: stop("Stop enrolling", "Students already enrolled stay in the class."),
    exceptions: "Not enrolled",
    undo: {
      button: "Undo this enrollment",
      effect: "Students leave the class again, unless attendance has been recorded for them.",
    },
  },
  "set-answers": ofAnswers,
  "record-consents": {
    ...ofAnswers,
    title: "Consents signed on paper",
    made: (count) => [countOf(count, "consent"), "recorded"].join(" "),
    item: ["consent", "consents"],
    exceptions: "Not recorded",
  },
  "set-own-prices": { ...ofPrices, title: "Price change", item: ["price", "prices"] },
  "set-class-prices": { ...ofPrices, title: "Class price change", item: ["class", "classes"] },
  "assign-classes": {
    permission: "class:write",
    title: "Change of teachers and rooms",
    running: "Changing classes",
    made: (count) => `${countOf(count, "class", "classes")} changed`,
    item: ["class", "classes"],
    cancel: stop("Stop changing classes", "Classes already changed stay changed."),
    exceptions: "Not changed",
    undo: {
      button: "Undo this change",
      effect:
        "Each class and its upcoming lessons get their former teacher and room back. A class that was changed again is left out.",
    },
  },
  "end-classes": {
    permission: "class:write",
    title: "Archived classes",
    running: "Archiving classes",
    made: (count) => `${countOf(count, "class", "classes")} archived`,
    item: ["class", "classes"],
    cancel: stop("Stop archiving", "Classes already archived stay archived."),
    exceptions: "Not archived",
    undo: {
      button: "Restore these classes",
      effect:
        "They continue with the lessons and students they had. A class that was changed again stays archived.",
    },
  },
  "roll-over-classes": {
    permission: "class:price",
    title: "Next term",
    running: "Rolling over classes",
    made: (count) => `${countOf(count, "class", "classes")} rolled over`,
    item: ["class", "classes"],
    cancel: stop(
      "Stop rolling over",
      "Classes already rolled over stay rolled over. The others end or continue as before.",
    ),
    exceptions: "Not rolled over",
    undo: {
      button: "Undo this roll-over",
      effect:
        "The new classes are removed, and the earlier ones continue with their students. Classes with attendance or invoices stay.",
    },
  },
  "issue-drafts": {
    permission: "invoice:issue",
    title: "Draft invoices to send",
    running: "Sending invoices",
    made: (count) => `${countOf(count, "draft")} sent`,
    item: ["draft", "drafts"],
    cancel: stop("Stop sending", "Invoices already sent stay sent. The other drafts stay drafts."),
    exceptions: "Not sent",
  },
  "void-invoices": {
    permission: "invoice:issue",
    title: "Voided invoices",
    running: "Voiding invoices",
    made: (count) => `${countOf(count, "invoice")} voided`,
    item: ["invoice", "invoices"],
    cancel: stop("Stop voiding", "Invoices already voided stay void."),
    exceptions: "Not voided",
  },
  undo: {
    permission: "student:write",
    title: "Undo",
    running: "Undoing",
    made: (count) => `${countOf(count, "change")} undone`,
    item: ["change", "changes"],
    cancel: stop("Stop undoing", "What is already undone stays undone."),
    exceptions: "Not undone",
  },
  "merge-families": {
    ...mergeOf(
      ["family", "families"],
      "Students, guardians and what came with their account go back to the family they came from.",
    ),
    permission: "family:merge",
  },
  "merge-guardians": { ...mergeOf(["guardian", "guardians"]), permission: "student:write" },
  "merge-students": { ...mergeOf(["student", "students"]), permission: "student:write" },
  "merge-teachers": { ...mergeOf(["teacher", "teachers"]), permission: "teacher:write" },
} as const satisfies Record<string, KindFacts>

export type ListKind = keyof typeof listKinds
export const isOfList = (kind: TaskKind): kind is ListKind => Object.hasOwn(listKinds, kind)

/** What is done for many teachers, classes or guests at once. */
const staffKinds = {
  "approve-pay": {
    permission: "teacher:write",
    title: "Pay approval",
    running: "Approving pay",
    made: (count) => `Pay approved for ${countOf(count, "teacher")}`,
    item: ["teacher", "teachers"],
    cancel: stop(
      "Stop approving",
      "Pay already approved stays approved. You can reopen it until you lock it.",
    ),
    exceptions: "Not approved",
  },
  "lock-pay": {
    permission: "teacher:write",
    title: "Payslips to lock",
    running: "Locking payslips",
    made: (count) => `${countOf(count, "payslip")} locked`,
    item: ["payslip", "payslips"],
    cancel: stop(
      "Stop locking",
      "Payslips already locked stay locked, and their teachers get them by email.",
    ),
    exceptions: "Not locked",
  },
  "hand-over-classes": {
    permission: "teacher:write",
    title: "Departing teachers",
    running: "Handing over classes",
    made: (count) => `${countOf(count, "step")} done`,
    item: ["step", "steps"],
    cancel: stop(
      "Stop handing over",
      "Classes already handed over keep their new teachers. Teachers with classes left stay active.",
    ),
    exceptions: "Not done",
    undo: {
      button: "Undo this departure",
      effect:
        "Teachers can log in again and get their classes and events back. Emails that haven’t left are discarded. Lessons they gave for or beside others don’t change.",
    },
  },
  "tell-occasion": {
    permission: "class:write",
    title: "Emails about an event",
    running: "Preparing emails",
    made: (count) => `Families of ${countOf(count, "student")} emailed`,
    item: ["student", "students"],
    cancel: stop(
      "Stop the emails",
      "Emails to the families of the students listed here leave. You can email the others from the event’s page.",
    ),
    exceptions: "Not emailed",
  },
} as const satisfies Record<string, KindFacts>

export type TaskKind = (typeof tasks)["$inferSelect"]["kind"]
export type TaskState = (typeof tasks)["$inferSelect"]["state"]

/** Kinds without items, which count their own steps. */
const countedKinds = ["export-school"] as const satisfies TaskKind[]
export type CountedKind = (typeof countedKinds)[number]
export const isCounted = (kind: TaskKind): kind is CountedKind =>
  countedKinds.some((counted) => counted === kind)

export const taskKinds: Record<TaskKind, KindFacts> = {
  "send-invoices": {
    permission: "invoice:issue",
    title: "Invoice run",
    running: "Sending invoices",
    made: (count) => `${countOf(count, "family", "families")} invoiced`,
    item: ["family", "families"],
    cancel: {
      button: "Cancel the invoice run",
      pending: "Canceling…",
      stays: "Invoices already sent stay sent. The remaining families aren’t invoiced.",
    },
    exceptions: "Not invoiced",
  },
  "save-drafts": {
    permission: "invoice:issue",
    title: "Draft invoices",
    running: "Saving drafts",
    made: (count) => `${countOf(count, "invoice")} saved as ${formFor(count, "a draft", "drafts")}`,
    item: ["family", "families"],
    cancel: stop("Stop saving drafts", "Drafts already saved stay. The remaining families get none."),
    exceptions: "Not created",
  },
  "send-reminders": {
    permission: "invoice:issue",
    title: "Reminders",
    running: "Sending reminders",
    made: (count) => `Reminders sent for ${countOf(count, "invoice")}`,
    item: ["invoice", "invoices"],
    cancel: {
      button: "Cancel the reminders",
      pending: "Canceling…",
      stays: "Reminders already sent can’t be recalled. The remaining families get none.",
    },
    exceptions: "No reminder sent",
  },
  "send-message": {
    permission: "message:read",
    isOwn: true,
    title: "Message",
    running: "Sending the message",
    made: (count) => `Message sent to ${countOf(count, "person", "people")}`,
    item: ["person", "people"],
    cancel: stop("Stop sending", "People who already have the message keep it. The others don’t get it."),
    exceptions: "Not reached",
  },
  "cancel-lessons": {
    permission: "schedule:write",
    title: "Lesson cancellation",
    running: "Canceling lessons",
    made: (count) => `${countOf(count, "lesson")} canceled`,
    item: ["lesson", "lessons"],
    cancel: stop(
      "Stop canceling lessons",
      "Lessons already canceled stay canceled. The closure stays, too. No one is emailed yet.",
    ),
    exceptions: "Not canceled",
  },
  "move-lessons": {
    permission: "schedule:write",
    title: "Lessons of a closure",
    running: "Moving lessons",
    made: (count) => `${countOf(count, "lesson")} moved or canceled`,
    item: ["lesson", "lessons"],
    cancel: stop(
      "Stop moving lessons",
      "Lessons already moved or canceled aren’t put back. The others don’t change. No one is emailed yet.",
    ),
    exceptions: "Not moved",
  },
  "tell-closure": {
    permission: "schedule:write",
    title: "Emails about a closure",
    running: "Preparing emails",
    made: (count) => `Emails about ${countOf(count, "lesson")}`,
    item: ["lesson", "lessons"],
    cancel: stop(
      "Stop the emails",
      "Emails about the lessons listed here leave. Nothing is sent about the others.",
    ),
    exceptions: "Not emailed",
  },
  "restore-lessons": {
    permission: "schedule:write",
    title: "Undo of a closure",
    running: "Restoring lessons",
    made: (count) => `${countOf(count, "lesson")} restored`,
    item: ["lesson", "lessons"],
    cancel: stop(
      "Stop restoring lessons",
      "Lessons already restored stay restored. The others stay canceled, and the closure is removed.",
    ),
    exceptions: "Not restored",
  },
  "arrange-lessons": {
    permission: "schedule:write",
    title: "Absence",
    running: "Arranging lessons",
    made: (count) => `${countOf(count, "lesson")} arranged`,
    item: ["lesson", "lessons"],
    cancel: stop(
      "Stop arranging lessons",
      "Lessons already arranged stay arranged, and we email their families. You can undo them on the absence’s page.",
    ),
    exceptions: "Not arranged",
  },
  "undo-arrangement": {
    permission: "schedule:write",
    title: "Undo of an absence",
    running: "Restoring lessons",
    made: (count) => `${countOf(count, "lesson")} restored`,
    item: ["lesson", "lessons"],
    cancel: stop(
      "Stop restoring lessons",
      "Lessons already restored stay restored. The others stay as arranged.",
    ),
    exceptions: "Not restored",
  },
  "export-school": {
    permission: "school:administer",
    title: "School export",
    running: "Exporting",
    made: (count) => `${countOf(count, "file")} written`,
    item: ["file", "files"],
    cancel: {
      button: "Cancel the export",
      pending: "Canceling…",
      stays: "If you cancel, nothing is kept. You can start again anytime.",
    },
    exceptions: "Not exported",
  },
  "undo-run": {
    permission: "invoice:issue",
    title: "Undo of an invoice run",
    running: "Voiding invoices",
    made: (count) => `${countOf(count, "invoice")} voided`,
    item: ["invoice", "invoices"],
    cancel: stop(
      "Stop undoing",
      "Invoices already voided stay void. The others stay, and their emails leave.",
    ),
    exceptions: "Not undone",
  },
  "try-rules": {
    permission: "school:settings",
    title: "Rules on a past term",
    running: "Replaying the term",
    made: (count) => `${countOf(count, "family", "families")} replayed`,
    item: ["family", "families"],
    cancel: stop("Stop replaying", "Nothing has changed in your records."),
    exceptions: "Not replayed",
  },
  ...listKinds,
  ...staffKinds,
}

/** What a task of many items has come to, as its sums by name. */
export type TaskResult = Record<string, number>

export type TaskFacts = {
  id: string
  kind: TaskKind
  state: TaskState
  total: number
  done: number
  excepted: number
  result: TaskResult
  startedBy: string | null
  createdAt: number
  finishedAt: number | null
  /** The task that it takes back. */
  undoes: string | null
}

/** Whether it still has work to do: a failed one waits for a person. */
export const isUnderWay = ({ state }: Pick<TaskFacts, "state">): boolean =>
  state === "waiting" || state === "running"

export const hasEnded = ({ state }: Pick<TaskFacts, "state">): boolean =>
  state === "finished" || state === "canceled"

/** "3,998 invoices sent", with what was left when it was canceled. */
export function sentenceOfTask({
  kind,
  state,
  total,
  done,
  excepted,
}: Pick<TaskFacts, "kind" | "state" | "total" | "done" | "excepted">) {
  const { made, item } = taskKinds[kind]
  const sentence = `${made(done - excepted)}.`
  return state === "canceled" && done < total
    ? `${sentence} Stopped with ${countOf(total - done, ...item)} left.`
    : sentence
}
