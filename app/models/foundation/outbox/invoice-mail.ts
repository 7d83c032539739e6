// What the mails about invoices and where their money goes need.

/** How a family pays an invoice: as the invoice says it, online, or by asking the school. */
export type HowToPay = {
  /** Frozen with the invoice; several lines. */
  instructions: string | null
  /** Whether the school takes PayPal, which people with family pages can use. */
  online: boolean
  /** The school's email and phone. */
  contact: string | null
  /** The school's account, what to write on a transfer, and the text of the code for banking apps. */
  transfer?: {
    holder: string
    iban: string
    bic: string | null
    reference: string
    code: string | null
  } | null
}

export type InvoiceMailData = {
  "invoice-issued": {
    schoolName: string
    recipientName: string
    number: string
    total: string
    share: string | null
    /** What the family had in its favor and is paid with; absent in mail of before it was. */
    credit?: string | null
    open?: string
    dueOn: string
    invoiceId: string
    hasPortal: boolean
    /** The link that opens and pays the invoice without a login; absent while the office has it turned off. */
    linkId?: string
    /** Absent when nothing is left to pay. */
    howToPay?: HowToPay
  }
  "payee-changed": {
    schoolName: string
    recipientName: string
    changedBy: string
    before: string
    after: string
    changedAt: string
  }
  /** The bank account on invoices was changed, as text. */
  "bank-changed": {
    schoolName: string
    recipientName: string
    changedBy: string
    before: string
    after: string
    changedAt: string
  }
  "invoice-reminder": {
    schoolName: string
    recipientName: string
    number: string
    total: string
    open: string
    dueOn: string
    isOverdue: boolean
    invoiceId: string
    hasPortal: boolean
    linkId?: string
    /** The school's own subject and text, instead of the usual ones. */
    subject?: string
    paragraphs?: string[]
    howToPay?: HowToPay
  }
  /** To the office: what the automatic invoices send tomorrow. */
  "auto-invoices-announced": {
    schoolName: string
    recipientName: string
    runOn: string
    invoices: number
    total: string
    held: number
    problems: number
  }
  /** To the office: what they sent, and which families got none, with the reason. */
  "auto-invoices-sent": {
    schoolName: string
    recipientName: string
    invoices: number
    total: string
    refused: [string, string][]
    more: number
  }
}
