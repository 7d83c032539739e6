import type { tasks } from "db/schema/foundation-tasks"
import { countOf, formFor } from "~/utils/count-of"
import { type KindFacts, listKinds } from "./list-kinds"

// What is done for many teachers, classes or guests at once. Safe in the browser.

const staffKinds = {
  "approve-pay": {
    permission: "teacher:write",
    title: "Pay approval",
    running: "Approving pay",
    made: (count) => `Pay approved for ${countOf(count, "teacher")}`,
    item: ["teacher", "teachers"],
    cancel: {
      button: "Stop approving",
      pending: "Stopping…",
      stays: "Pay already approved stays approved. You can reopen it until you lock it.",
    },
    exceptions: "Not approved",
  },
  "lock-pay": {
    permission: "teacher:write",
    title: "Payslips to lock",
    running: "Locking payslips",
    made: (count) => `${countOf(count, "payslip")} locked`,
    item: ["payslip", "payslips"],
    cancel: {
      button: "Stop locking",
      pending: "Stopping…",
      stays: "Payslips already locked stay locked, and their teachers get them by email.",
    },
    exceptions: "Not locked",
  },
  "hand-over-classes": {
    permission: "teacher:write",
    title: "Departing teachers",
    running: "Handing over classes",
    made: (count) => `${countOf(count, "step")} done`,
    item: ["step", "steps"],
    cancel: {
      button: "Stop handing over",
      pending: "Stopping…",
      stays: "Classes already handed over stay so. Teachers with classes left stay active.",
    },
    exceptions: "Not done",
    undo: {
      button: "Undo this departure",
      effect:
        "Teachers can log in again and get their classes and events back. Emails that haven’t left are discarded. Lessons they gave for or beside others stay as they are.",
    },
  },
  "tell-occasion": {
    permission: "class:write",
    title: "Emails about an event",
    running: "Preparing emails",
    made: (count) => `Families of ${countOf(count, "student")} emailed`,
    item: ["student", "students"],
    cancel: {
      button: "Stop the emails",
      pending: "Stopping…",
      stays:
        "Emails to the families of the students listed here leave. You can email the others from the event’s page.",
    },
    exceptions: "Not emailed",
  },
} as const satisfies Record<string, KindFacts>

// What each kind of long work is called, and who may see and cancel it. Safe in the browser.

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
    cancel: {
      button: "Stop saving drafts",
      pending: "Stopping…",
      stays: "Drafts already saved stay. The remaining families get none.",
    },
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
    cancel: {
      button: "Stop sending",
      pending: "Stopping…",
      stays: "People who already have the message keep it. The others don’t get it.",
    },
    exceptions: "Not reached",
  },
  "cancel-lessons": {
    permission: "schedule:write",
    title: "Lesson cancellation",
    running: "Canceling lessons",
    made: (count) => `${countOf(count, "lesson")} canceled`,
    item: ["lesson", "lessons"],
    cancel: {
      button: "Stop canceling lessons",
      pending: "Stopping…",
      stays: "Lessons already canceled stay canceled. The closure stays, too. No one is emailed yet.",
    },
    exceptions: "Not canceled",
  },
  "move-lessons": {
    permission: "schedule:write",
    title: "Lessons of a closure",
    running: "Moving lessons",
    made: (count) => `${countOf(count, "lesson")} moved or canceled`,
    item: ["lesson", "lessons"],
    cancel: {
      button: "Stop moving lessons",
      pending: "Stopping…",
      stays: "Lessons already moved or canceled stay so. The others stay as they are. No one is emailed yet.",
    },
    exceptions: "Not moved",
  },
  "tell-closure": {
    permission: "schedule:write",
    title: "Emails about a closure",
    running: "Preparing emails",
    made: (count) => `Emails about ${countOf(count, "lesson")}`,
    item: ["lesson", "lessons"],
    cancel: {
      button: "Stop the emails",
      pending: "Stopping…",
      stays: "Emails about the lessons listed here leave. No one is told of the others.",
    },
    exceptions: "Not emailed",
  },
  "restore-lessons": {
    permission: "schedule:write",
    title: "Undo of a closure",
    running: "Restoring lessons",
    made: (count) => `${countOf(count, "lesson")} restored`,
    item: ["lesson", "lessons"],
    cancel: {
      button: "Stop restoring lessons",
      pending: "Stopping…",
      stays: "Lessons already restored stay restored. The others stay canceled, and the closure is removed.",
    },
    exceptions: "Not restored",
  },
  "arrange-lessons": {
    permission: "schedule:write",
    title: "Absence",
    running: "Arranging lessons",
    made: (count) => `${countOf(count, "lesson")} arranged`,
    item: ["lesson", "lessons"],
    cancel: {
      button: "Stop arranging lessons",
      pending: "Stopping…",
      stays:
        "Lessons already arranged stay so, and we email their families. You can undo them on the absence’s page.",
    },
    exceptions: "Not arranged",
  },
  "undo-arrangement": {
    permission: "schedule:write",
    title: "Undo of an absence",
    running: "Restoring lessons",
    made: (count) => `${countOf(count, "lesson")} restored`,
    item: ["lesson", "lessons"],
    cancel: {
      button: "Stop restoring lessons",
      pending: "Stopping…",
      stays: "Lessons already restored stay restored. The others stay as arranged.",
    },
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
    cancel: {
      button: "Stop undoing",
      pending: "Stopping…",
      stays: "Invoices already voided stay void. The others stay, and their emails leave.",
    },
    exceptions: "Not undone",
  },
  "try-rules": {
    permission: "school:settings",
    title: "Rules on a past term",
    running: "Replaying the term",
    made: (count) => `${countOf(count, "family", "families")} replayed`,
    item: ["family", "families"],
    cancel: {
      button: "Stop replaying",
      pending: "Stopping…",
      stays: "Nothing has changed in your records.",
    },
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
