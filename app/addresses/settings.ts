import { fileOf, pagesIn } from "./address"

// What a person and a school set, and what a browser asks for beside its pages.

const inSettings = pagesIn("settings")
const inShell = pagesIn("shell")

export const settings = {
  profile: inSettings("/settings/profile", "profile.tsx", "people", { body: fileOf(5) }),
  settings: inSettings("/settings", "profile.tsx", "people"),
  schoolSettings: inSettings("/settings/school?edit", "school-settings.tsx", "school:settings"),
  preferences: inSettings("/settings/preferences", "preferences.tsx", "preferences:own"),
  administration: inSettings("/settings/admin?q&who&page", "administration.tsx", "school:administer"),
  auditLog: inSettings("/settings/admin/log?*", "audit-log.tsx", "school:administer"),
  auditLogFile: inSettings("/settings/admin/log.csv?*", "audit-log-file.ts", "school:administer"),
  schoolData: inSettings("/settings/admin/data", "school-data.tsx", "school:administer"),
  recentlyDeleted: inSettings("/settings/admin/deleted?page", "recently-deleted.tsx", "school:administer"),
  supportAccess: inSettings("/settings/admin/support", "support-access.tsx", "school:administer"),
  schoolExport: inSettings("/settings/admin/export", "school-export.tsx", "school:administer", {
    unpaid: true,
  }),
  schoolExportFile: inSettings("/settings/admin/export.zip", "school-export-file.ts", "school:administer", {
    unpaid: true,
  }),
  subscriptionSettings: inSettings("/settings/subscription?:page", "subscription.tsx", "subscription:pay"),
  adminSubscription: inSettings("/dashboard/admin/subscription", "subscription.tsx", "subscription:pay"),
  endSubscription: inSettings("/settings/subscription/end", "subscription-end.tsx", "subscription:pay"),
  billingAddress: inSettings("/settings/subscription/address", "billing-address.tsx", "subscription:pay"),
  platformReceiptPdf: inSettings(
    "/settings/subscription/receipts/:receiptId/pdf",
    "platform-receipt-pdf.ts",
    "subscription:pay",
  ),
  platformReceipt: inSettings(
    "/settings/subscription/receipts/:receiptId",
    "platform-receipt.tsx",
    "subscription:pay",
  ),
  publicHolidays: inSettings(
    "/settings/holidays?country&region&year",
    "public-holidays.tsx",
    "school:settings",
  ),
  /** The lessons of a closure: which are canceled, which move. */
  closureLessons: inSettings(
    "/settings/closures/:closureId?page&people&prefer",
    "closure-lessons.tsx",
    "school:settings",
  ),
  schoolPageSettings: inSettings("/settings/public-page", "public-page.tsx", "school:settings"),
  customFields: inSettings("/settings/fields?:for", "custom-fields.tsx", "school:settings"),
  attendanceStatuses: inSettings(
    "/settings/attendance-statuses",
    "attendance-statuses.tsx",
    "school:settings",
  ),
  ruleTrials: inSettings("/settings/rule-trials", "rule-trials.tsx", "school:settings"),
  ruleTrial: inSettings("/settings/rule-trials/:taskId?show&page", "rule-trial.tsx", "school:settings"),
  ruleTrialCsv: inSettings(
    "/settings/rule-trials/:taskId/absences.csv",
    "rule-trial-csv.ts",
    "school:settings",
  ),
  team: inSettings("/settings/team", "team.tsx", "team:manage"),
  newTeamMember: inSettings("/settings/team/new?preset", "new-team-member.tsx", "team:manage"),
  teamMember: inSettings("/settings/team/:memberId", "team-member.tsx", "team:manage"),
  eraseMember: inSettings("/settings/team/:memberId/erase", "erase-member.tsx", "team:manage"),
  skillList: inSettings("/settings/skills?:instrument", "skills.tsx", "school:settings"),
}

/** What a browser keeps to read without a connection, and what it sends without a page. */
export const offline = {
  keptPages: inShell("/kept-pages.json", "kept-pages.ts", "pages:keep"),
  pushDevice: inSettings("/push-device", "push-device.ts", "preferences:own"),
  /** Puts back what someone has just deleted. */
  undoDeletion: inSettings("/undo-deletion", "undo-deletion.ts", "preferences:own"),
}
