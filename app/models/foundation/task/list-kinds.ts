import { countOf } from "~/utils/count-of"
import type { Permission } from "../access/permissions"

// What is started from a selection in a list, and its undo. Safe in the browser.

/** What a kind of long work is called, and who may see and cancel it. */
export type KindFacts = {
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

const ofPrices = {
  permission: "class:price",
  running: "Changing prices",
  made: (count: number) => `${countOf(count, "price")} changed`,
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
} as const

export const listKinds = {
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
  "set-answers": {
    permission: "student:write",
    title: "Change of a field",
    running: "Changing records",
    made: (count) => `${countOf(count, "record")} changed`,
    item: ["record", "records"],
    cancel: {
      button: "Stop changing records",
      pending: "Stopping…",
      stays: "Records already changed stay changed.",
    },
    exceptions: "Not changed",
    undo: {
      button: "Undo this change",
      effect: "Each record gets its earlier answer back.",
    },
  },
  "set-own-prices": { ...ofPrices, title: "Price change", item: ["price", "prices"] },
  "set-class-prices": { ...ofPrices, title: "Class price change", item: ["class", "classes"] },
  "assign-classes": {
    permission: "class:write",
    title: "Change of teachers and rooms",
    running: "Changing classes",
    made: (count) => `${countOf(count, "class", "classes")} changed`,
    item: ["class", "classes"],
    cancel: {
      button: "Stop changing classes",
      pending: "Stopping…",
      stays: "Classes already changed stay changed.",
    },
    exceptions: "Not changed",
    undo: {
      button: "Undo this change",
      effect:
        "Each class and its upcoming lessons get their former teacher and room back. A class that changed since stays as it is.",
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
      effect:
        "They continue with the lessons and students they had. A class that changed since stays archived.",
    },
  },
  "roll-over-classes": {
    permission: "class:price",
    title: "Next term",
    running: "Rolling over classes",
    made: (count) => `${countOf(count, "class", "classes")} rolled over`,
    item: ["class", "classes"],
    cancel: {
      button: "Stop rolling over",
      pending: "Stopping…",
      stays: "Classes already rolled over stay so. The others end or continue as before.",
    },
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
  "merge-families": {
    permission: "family:merge",
    title: "Merged families",
    running: "Merging families",
    made: (count: number) => `${countOf(count, "family", "families")} merged`,
    item: ["family", "families"],
    cancel: { button: "Stop merging", pending: "Stopping…", stays: "Families already merged stay merged." },
    exceptions: "Not merged",
    undo: {
      button: "Undo this merge",
      effect: "Students, guardians and what came with their account go back to the family they came from.",
    },
  },
  "merge-guardians": {
    permission: "student:write",
    title: "Merged guardians",
    running: "Merging guardians",
    made: (count: number) => `${countOf(count, "guardian")} merged`,
    item: ["guardian", "guardians"],
    cancel: { button: "Stop merging", pending: "Stopping…", stays: "Guardians already merged stay merged." },
    exceptions: "Not merged",
    undo: {
      button: "Undo this merge",
      effect: "The guardian is back with everything that moved. What was changed since stays changed.",
    },
  },
  "merge-students": {
    permission: "student:write",
    title: "Merged students",
    running: "Merging students",
    made: (count: number) => `${countOf(count, "student")} merged`,
    item: ["student", "students"],
    cancel: { button: "Stop merging", pending: "Stopping…", stays: "Students already merged stay merged." },
    exceptions: "Not merged",
    undo: {
      button: "Undo this merge",
      effect: "The student is back with everything that moved. What was changed since stays changed.",
    },
  },
  "merge-teachers": {
    permission: "teacher:write",
    title: "Merged teachers",
    running: "Merging teachers",
    made: (count: number) => `${countOf(count, "teacher")} merged`,
    item: ["teacher", "teachers"],
    cancel: { button: "Stop merging", pending: "Stopping…", stays: "Teachers already merged stay merged." },
    exceptions: "Not merged",
    undo: {
      button: "Undo this merge",
      effect: "The teacher is back with everything that moved. What was changed since stays changed.",
    },
  },
} as const satisfies Record<string, KindFacts>
