import type { tasks } from "db/schema/foundation-tasks"
import { countOf } from "~/utils/count-of"
import type { Permission } from "../access/permissions"

// What each kind of long work is called, and who may see and cancel it. Safe in the browser.

export type TaskKind = (typeof tasks)["$inferSelect"]["kind"]
export type TaskState = (typeof tasks)["$inferSelect"]["state"]

/** Kinds without items, which count their own steps. */
const countedKinds = ["export-school"] as const satisfies TaskKind[]
export type CountedKind = (typeof countedKinds)[number]
export const isCounted = (kind: TaskKind): kind is CountedKind =>
  countedKinds.some((counted) => counted === kind)

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

export const taskKinds: Record<TaskKind, KindFacts> = {
  "send-invoices": {
    permission: "invoice:issue",
    title: "Invoice run",
    running: "Sending invoices",
    made: (count) => `${countOf(count, "invoice")} sent`,
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
    made: (count) => `${countOf(count, "invoice")} saved as drafts`,
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
      stays: "Lessons already canceled stay canceled, and we email their families. The closure stays, too.",
    },
    exceptions: "Not canceled",
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
  "invite-people": {
    permission: "invitation:send",
    title: "Invitations",
    running: "Sending invitations",
    made: (count) => `${countOf(count, "invitation")} sent`,
    item: ["person", "people"],
    cancel: {
      button: "Stop sending invitations",
      pending: "Stopping…",
      stays: "Invitations already sent stay valid. The others don’t get one.",
    },
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
    cancel: {
      button: "Stop changing statuses",
      pending: "Stopping…",
      stays: "Students already changed keep their new status.",
    },
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
    cancel: {
      button: "Stop enrolling",
      pending: "Stopping…",
      stays: "Students already enrolled stay in the class.",
    },
    exceptions: "Not enrolled",
    undo: {
      button: "Undo this enrollment",
      effect: "Students leave the class again, unless attendance has been recorded for them.",
    },
  },
  "set-own-prices": {
    permission: "class:write",
    title: "Price change",
    running: "Changing prices",
    made: (count) => `${countOf(count, "price")} changed`,
    item: ["price", "prices"],
    cancel: {
      button: "Stop changing prices",
      pending: "Stopping…",
      stays: "Prices already changed stay changed.",
    },
    exceptions: "Not changed",
    undo: {
      button: "Undo this price change",
      effect: "Each price goes back to what it was. Charges already made keep their amount.",
    },
  },
  "set-class-prices": {
    permission: "class:write",
    title: "Class price change",
    running: "Changing prices",
    made: (count) => `${countOf(count, "price")} changed`,
    item: ["class", "classes"],
    cancel: {
      button: "Stop changing prices",
      pending: "Stopping…",
      stays: "Prices already changed stay changed.",
    },
    exceptions: "Not changed",
    undo: {
      button: "Undo this price change",
      effect: "Each price goes back to what it was. Charges already made keep their amount.",
    },
  },
  "end-classes": {
    permission: "class:write",
    title: "Archived classes",
    running: "Archiving classes",
    made: (count) => `${countOf(count, "class", "classes")} archived`,
    item: ["class", "classes"],
    cancel: {
      button: "Stop archiving",
      pending: "Stopping…",
      stays: "Classes already archived stay archived.",
    },
    exceptions: "Not archived",
    undo: {
      button: "Restore these classes",
      effect: "Their schedules continue from today, and students who left with the class return.",
    },
  },
  "issue-drafts": {
    permission: "invoice:issue",
    title: "Draft invoices to send",
    running: "Sending invoices",
    made: (count) => `${countOf(count, "invoice")} sent`,
    item: ["invoice", "invoices"],
    cancel: {
      button: "Stop sending",
      pending: "Stopping…",
      stays: "Invoices already sent stay sent. The other drafts stay drafts.",
    },
    exceptions: "Not sent",
  },
  "void-invoices": {
    permission: "invoice:issue",
    title: "Voided invoices",
    running: "Voiding invoices",
    made: (count) => `${countOf(count, "invoice")} voided`,
    item: ["invoice", "invoices"],
    cancel: {
      button: "Stop voiding",
      pending: "Stopping…",
      stays: "Invoices already voided stay void.",
    },
    exceptions: "Not voided",
  },
  undo: {
    permission: "student:write",
    title: "Undo",
    running: "Undoing",
    made: (count) => `${countOf(count, "change")} undone`,
    item: ["change", "changes"],
    cancel: {
      button: "Stop undoing",
      pending: "Stopping…",
      stays: "What is already undone stays undone.",
    },
    exceptions: "Not undone",
  },
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
