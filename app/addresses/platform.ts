import { pagesIn } from "./address"

// The screens of the platform’s staff.

const at = pagesIn("super-admin")

export const platform = {
  superAdmin: at("/super-admin", "overview.tsx", "staff"),
  desk: at("/super-admin/support?kind&state&whose&priority&search&page", "support.tsx", "matter:answer"),
  savedAnswers: at("/super-admin/support/answers?edit", "saved-answers.tsx", ["desk:read", "desk:answer"]),
  deskChat: at("/super-admin/support/chats/:threadKey?:before", "support-chat.tsx", "matter:answer"),
  replyFile: at("/super-admin/support/files/:fileKey", "reply-file.ts", "matter:answer"),
  deskInquiry: at("/super-admin/support/:kindKey/:inquiryKey", "support-inquiry.tsx", "matter:answer"),
  platformSchools: at("/super-admin/schools?q&state&page", "schools.tsx", "school:read"),
  platformSchool: at("/super-admin/schools/:schoolKey", "school.tsx", "school:read", { writes: "log" }),
  schoolMoney: at("/super-admin/schools/:schoolKey/money", "school-money.tsx", [
    "subscription:read",
    "subscription:act",
  ]),
  schoolCredit: at("/super-admin/schools/:schoolKey/credit", "school-credit.tsx", [
    "subscription:read",
    "subscription:act",
  ]),
  schoolHolds: at("/super-admin/schools/:schoolKey/holds", "school-holds.tsx", "school:suspend"),
  pendingPayments: at("/super-admin/pending-payments?:page", "pending-payments.tsx", "subscription:read"),
  coupons: at("/super-admin/coupons?:page", "coupons.tsx", ["subscription:read", "subscription:act"]),
  atRisk: at("/super-admin/at-risk", "at-risk.tsx", "subscription:read"),
  platformTimeline: at(
    "/super-admin/schools/:schoolKey/timeline?show&page",
    "school-timeline.tsx",
    "school:read",
  ),
  platformRecords: at(
    "/super-admin/schools/:schoolKey/records?show&search&day&page",
    "school-records.tsx",
    "school:enter",
    { writes: "log" },
  ),
  paidSubscriptions: at("/super-admin/paid-subscriptions?search&show&page", "paid-subscriptions.tsx", [
    "subscription:read",
    "subscription:act",
  ]),
  transactions: at("/super-admin/transactions?search&show&page", "transactions.tsx", "transaction:read"),
  backups: at("/super-admin/backups?page", "backups.tsx", ["machine:read", "machine:act"]),
  platformAnalytics: at("/super-admin/analytics?months&show&month&page", "analytics.tsx", "figure:read"),
  platformAnalyticsFile: at("/super-admin/analytics.csv?months", "analytics-file.ts", "figure:read"),
  platformSchoolsFile: at("/super-admin/schools.csv?q&state", "schools-file.ts", "school:export"),
  transactionsFile: at("/super-admin/transactions.csv?search", "transactions-file.ts", "transaction:read"),
  platformDatabase: at("/super-admin/database?show&state&page", "database.tsx", [
    "machine:read",
    "machine:act",
  ]),
  returnedAddresses: at("/super-admin/returned-emails?:page", "returned-addresses.tsx", "machine:read"),
  cleanup: at("/super-admin/cleanup-details?page&of", "cleanup-details.tsx", ["machine:read", "machine:act"]),
  failedRequests: at(
    "/super-admin/failed-requests?search&school&page",
    "failed-requests.tsx",
    "failure:read",
  ),
  missedSearches: at("/super-admin/missed-searches?:page", "missed-searches.tsx", "overview:read"),
  service: at("/super-admin/service", "service.tsx", ["machine:read", "machine:act"]),
  abuse: at("/super-admin/abuse?show&page&school", "abuse.tsx", ["machine:read", "machine:act"]),
  announcements: at("/super-admin/announcements?:page", "announcements.tsx", ["machine:read", "machine:act"]),
  staff: at("/super-admin/staff", "staff.tsx", "staff:manage"),
  staffLog: at("/super-admin/staff/log?search&verb&who&days&page", "staff-log.tsx", "staff:manage"),
  staffLogFile: at("/super-admin/staff/log.csv?search&verb&who&days", "staff-log-file.ts", "staff:manage"),
  staffMember: at("/super-admin/staff/:staffKey", "staff-member.tsx", "staff:manage"),
}
