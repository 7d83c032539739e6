// The reviewed table of who may open what (product.md section 3). The sweep fails for a route without a row here.

/** Who gets past the guard of a route's loader and action. */
export type Audience =
  | "anyone"
  | "signed-in"
  | "office"
  | "teaching"
  | "teachers"
  | "families"
  | "platform"
  | "payers"

export const audiences: Record<string, Audience> = {
  "/": "anyone",
  "/contact": "anyone",
  "/demo-request": "anyone",
  "/about": "anyone",
  "/privacy": "anyone",
  "/terms": "anyone",
  "/robots.txt": "anyone",
  "/sitemap.xml": "anyone",
  "/help": "anyone",
  "/help/:articleKey": "anyone",
  "/*": "anyone",
  "/auth/login": "anyone",
  "/login": "anyone",
  "/simple-login": "anyone",
  "/logout": "anyone",
  "/auth/forgot-password": "anyone",
  "/forgot-password": "anyone",
  "/reset-password": "anyone",
  "/switch-school": "signed-in",
  "/invitation": "anyone",
  "/new-password": "signed-in",
  "/register-school": "anyone",
  "/signup": "anyone",
  "/register-solo-teacher": "anyone",
  "/select-plan": "anyone",
  "/select-plan/return": "payers",
  "/select-plan/cancelled": "payers",
  "/payment-success": "payers",
  "/account-paused": "signed-in",
  "/super-admin": "platform",
  "/api/user": "anyone",
  "/api/email/password-reset": "anyone",
  "/api/auth/reset-password": "anyone",
  "/api/contact": "anyone",
  "/api/demo-request": "anyone",
  "/dashboard": "office",
  "/students": "office",
  "/students/list": "office",
  "/students.csv": "office",
  "/students/import": "office",
  "/students/import/:importId": "office",
  "/students/import/:importId/problems.csv": "office",
  "/students/:studentId": "office",
  "/students/:studentId/account": "office",
  "/billing": "office",
  "/billing/unbilled": "office",
  "/billing/new-invoice": "office",
  "/billing/invoices.csv": "office",
  "/billing/invoices/:invoiceId": "office",
  "/billing/invoices/:invoiceId/void": "office",
  "/billing/invoices/:invoiceId/pdf": "office",
  "/billing/families/:familyId": "office",
  "/classes/sessions/:sessionId": "teaching",
  "/schedule": "office",
  "/schedule/simple": "office",
  "/schedule/new-session": "office",
  "/classes/sessions/:sessionId/edit": "office",
  "/student/dashboard": "families",
  "/student/invoices": "families",
  "/student/invoices/:invoiceId": "families",
  "/student/invoices/:invoiceId/pdf": "families",
  "/student/invoices/:invoiceId/payment": "families",
  "/student/payments/:paymentId": "families",
}
