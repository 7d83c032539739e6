import type { Greeting } from "./greeting"
// What the mails about the school itself need, beside those about its subscription; days as text.

export type OfficeMailData = {
  "staff-invitation": {
    schoolName: string
    staffName: string
    invitedBy: string
    linkId: string
    /** Of a member of the office: their rights as text. */
    rights?: string
    /** Of an administrator to be who has a login at the school already. */
    hasLogin?: boolean
  }
  /** To who had the administrator account: someone else confirmed that it is theirs. */
  "administrator-changed": Greeting & {
    newName: string
    /** They keep working in the office, and aren't locked. */
    isStaying: boolean
  }
  /** An address of someone of the school can't be mailed any more. */
  "emails-paused": { schoolName: string; name: string; subject: string; writer: string }
  "email-returned": { schoolName: string; name: string; address: string; reason: string }
  /** A month's figures for those who see reports: label and value. `month` is `YYYY-MM`, `monthText` as people read it. */
  "month-figures": Greeting & {
    month: string
    monthText: string
    figures: [string, string][]
  }
  /**
   * Everything of the school is to be deleted, or is not any more. `worksUntil`: until when it's open, where it closes before
   * that; of one that is paused, until when its plan was paid.
   */
  "school-deletion": Greeting & {
    changedBy: string
    dueOn: string | null
    worksUntil?: string
    closed?: "paused" | "held"
    isDone?: boolean
  }
}
