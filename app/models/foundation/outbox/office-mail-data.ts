// What the mails about the school itself need, beside those about its subscription; days as text.

export type OfficeMailData = {
  /** An address of someone of the school can't be mailed any more. */
  "email-returned": { schoolName: string; name: string; address: string; reason: string }
  /** A month's figures for those who see reports: label and value. `month` is `YYYY-MM`, `monthText` as people read it. */
  "month-figures": {
    schoolName: string
    recipientName: string
    month: string
    monthText: string
    figures: [string, string][]
  }
  /** Everything of the school is to be deleted, or is not any more. */
  "school-deletion": { schoolName: string; recipientName: string; changedBy: string; dueOn: string | null }
}
