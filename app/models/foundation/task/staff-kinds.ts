import { countOf } from "~/utils/count-of"
import type { KindFacts } from "./list-kinds"

// What is done for many teachers, classes or guests at once. Safe in the browser.

export const staffKinds = {
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
