import type { SelectableNoun } from "~/models/foundation/selection/selection"

// What each list offers for what is ticked in it. Safe in the browser.

export type ListAct =
  | "message"
  | "invite"
  | "enroll"
  | "status"
  | "price"
  | "assign"
  | "roll-over"
  | "field"
  | "consent"
  | "export"
  | "pdfs"
  | "archive"
  | "merge"
  | "deactivate"
  | "send"
  | "remind"
  | "void"
  | "contact"
  | "lose"
  | "next-step"

export const listActs: Record<SelectableNoun, readonly ListAct[]> = {
  students: ["message", "invite", "enroll", "status", "price", "field", "consent", "export", "merge"],
  families: ["message", "invite", "field", "export", "merge"],
  people: ["invite"],
  classes: ["message", "price", "assign", "field", "roll-over", "export", "archive"],
  invoices: ["send", "remind", "pdfs", "export", "void"],
  teachers: ["message", "invite", "field", "export", "deactivate", "merge"],
  inquiries: ["contact", "next-step", "lose"],
}

/** So many PDFs are put into one file. */
export const mostPdfs = 500

/** So many records at a time of an act that asks for each of them. */
export const mostOfAct: Partial<Record<ListAct, number>> = { deactivate: 10 }

/** The button of the bar, the title of the preview, and what its button says with a number. */
export type ActTexts = {
  button: string
  title: string
  confirm: (count: string) => string
  pending: string
  /** What its number counts; left out, it’s what was selected. */
  item?: [string, string]
}

const changeSo = (count: string) => `Change ${count}`

const actTexts: Record<ListAct, ActTexts> = {
  message: {
    button: "Message",
    title: "Send a message",
    confirm: (count) => `Message ${count}`,
    pending: "Opening…",
    item: ["person", "people"],
  },
  invite: {
    button: "Invite",
    title: "Invite to the portal",
    confirm: (count) => `Send ${count}`,
    pending: "Sending…",
    item: ["invitation", "invitations"],
  },
  enroll: {
    button: "Enroll",
    title: "Enroll in a class",
    confirm: (count) => `Enroll ${count}`,
    pending: "Enrolling…",
    item: ["student", "students"],
  },
  status: {
    button: "Status",
    title: "Change status",
    confirm: changeSo,
    pending: "Changing…",
    item: ["student", "students"],
  },
  price: {
    button: "Price",
    title: "Change prices",
    confirm: changeSo,
    pending: "Changing…",
    item: ["price", "prices"],
  },
  assign: {
    button: "Teacher or room",
    title: "Change teacher or room",
    confirm: changeSo,
    pending: "Changing…",
    item: ["class", "classes"],
  },
  "roll-over": {
    button: "Next term",
    title: "Roll over into the next term",
    confirm: (count) => `Roll over ${count}`,
    pending: "Rolling over…",
    item: ["class", "classes"],
  },
  field: {
    button: "Field",
    title: "Change a field",
    confirm: changeSo,
    pending: "Changing…",
  },
  consent: {
    button: "Consent",
    title: "Record consent on paper",
    confirm: (count) => ["Record", count].join(" "),
    pending: "Recording…",
    item: ["consent", "consents"],
  },
  export: {
    button: "Export",
    title: "Export",
    confirm: (count) => `Download ${count}`,
    pending: "Preparing…",
    item: ["row", "rows"],
  },
  pdfs: {
    button: "PDFs",
    title: "Download PDFs",
    confirm: (count) => `Download ${count}`,
    pending: "Preparing…",
    item: ["PDF", "PDFs"],
  },
  archive: {
    button: "End",
    title: "End classes",
    confirm: (count) => `End ${count}`,
    pending: "Ending…",
  },
  merge: {
    button: "Merge",
    title: "Merge two records",
    confirm: (count) => `Merge ${count}`,
    pending: "Opening…",
  },
  deactivate: {
    button: "Deactivate",
    title: "Deactivate teachers",
    confirm: (count) => `Deactivate ${count}`,
    pending: "Deactivating…",
    item: ["teacher", "teachers"],
  },
  send: {
    button: "Send drafts",
    title: "Send draft invoices",
    confirm: (count) => `Send ${count}`,
    pending: "Sending…",
    item: ["invoice", "invoices"],
  },
  remind: {
    button: "Remind",
    title: "Send reminders",
    confirm: (count) => `Send ${count}`,
    pending: "Sending…",
    item: ["reminder", "reminders"],
  },
  void: {
    button: "Void",
    title: "Void invoices",
    confirm: (count) => `Void ${count}`,
    pending: "Voiding…",
    item: ["invoice", "invoices"],
  },
  contact: {
    button: "Mark as contacted",
    title: "Mark as contacted",
    confirm: (count) => ["Mark as contacted:", count].join(" "),
    pending: "Saving…",
  },
  lose: {
    button: "Mark as lost",
    title: "Mark as lost",
    confirm: (count) => ["Mark as lost:", count].join(" "),
    pending: "Saving…",
  },
  "next-step": {
    button: "Assign",
    title: "Assign the next step",
    confirm: (count) => ["Assign", count].join(" "),
    pending: "Saving…",
  },
}

export function actTextsOf(act: ListAct, noun: SelectableNoun): ActTexts {
  // One of guardians is set for each of a family's.
  if (act === "field" && noun === "families") return { ...actTexts.field, item: ["answer", "answers"] }
  if (act === "invite" && noun === "teachers") return { ...actTexts.invite, title: "Invite to log in" }
  return actTexts[act]
}

export const nounTexts: Record<SelectableNoun, { one: string; many: string }> = {
  students: { one: "student", many: "students" },
  families: { one: "family", many: "families" },
  people: { one: "person", many: "people" },
  classes: { one: "class", many: "classes" },
  invoices: { one: "invoice", many: "invoices" },
  teachers: { one: "teacher", many: "teachers" },
  inquiries: { one: "inquiry", many: "inquiries" },
}
