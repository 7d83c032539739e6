// The rows of the access table where money that was billed or paid is corrected, and the papers that say so.

export const corrections = {
  "/billing/payments/:paymentId/reverse": "office",
  "/billing/payments/:paymentId/refund": "office",
  "/billing/payments/:paymentId/invoices": "office",
  "/billing/families/:familyId/refund": "office",
  "/billing/credit-notes/:noteId": "office",
  "/billing/credit-notes/:noteId/pdf": "office",
  "/billing/invoices/:invoiceId/credit": "office",
  "/billing/invoices/:invoiceId/write-off": "office",
  "/billing/charges/:chargeId": "office",
  "/student/credit-notes/:noteId": "families",
  "/student/credit-notes/:noteId/pdf": "families",
} as const
