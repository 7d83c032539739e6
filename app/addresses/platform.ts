import { pagesIn } from "./address"

// The screens of the platform’s staff.

const at = pagesIn("super-admin", "Platform")

export const platform = {
  superAdmin: at("/super-admin", "overview.tsx", "staff", {
    page: "Overview",
    words: "overview|home|dashboard|figures|start",
  }),
  desk: at("/super-admin/support?kind&state&whose&priority&search&page", "support.tsx", "matter:answer", {
    page: "Support",
    words: "support|chats|contact messages|demo requests|tickets|questions|inbox",
  }),
  staffSavedAnswers: at(
    "/super-admin/support/answers?edit",
    "saved-answers.tsx",
    ["desk:read", "desk:answer"],
    {
      page: "Saved answers",
      words: "saved answers|canned responses|templates|snippets",
    },
  ),
  deskChat: at("/super-admin/support/chats/:threadKey?:before", "support-chat.tsx", "matter:answer"),
  replyFile: at("/super-admin/support/files/:fileKey", "reply-file.ts", "matter:answer"),
  deskInquiry: at("/super-admin/support/:kindKey/:inquiryKey", "support-inquiry.tsx", "matter:answer"),
  platformSchools: at("/super-admin/schools?q&state&page", "schools.tsx", "school:read", {
    page: "Schools",
    words: "schools|customers|accounts|tenants|studios",
  }),
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
  pendingPayments: at("/super-admin/pending-payments?:page", "pending-payments.tsx", "subscription:read", {
    page: "Pending payments",
    words: "pending payments|unpaid schools|waiting for payment",
  }),
  coupons: at("/super-admin/coupons?:page", "coupons.tsx", ["subscription:read", "subscription:act"], {
    page: "Coupons",
    words: "coupons|promo codes|vouchers|discount codes",
  }),
  atRisk: at("/super-admin/at-risk", "at-risk.tsx", "subscription:read", {
    page: "At risk",
    words: "at risk|churn|unhappy customers|cancellations",
  }),
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
  paidSubscriptions: at(
    "/super-admin/paid-subscriptions?search&show&page",
    "paid-subscriptions.tsx",
    ["subscription:read", "subscription:act"],
    { page: "Paid subscriptions", words: "paid subscriptions|subscriptions|cases|renewals|disputes" },
  ),
  transactions: at("/super-admin/transactions?search&show&page", "transactions.tsx", "transaction:read", {
    page: "Transactions",
    words: "transactions|payments|refunds|provider events|events",
  }),
  backups: at("/super-admin/backups?page", "backups.tsx", ["machine:read", "machine:act"], {
    page: "Backups",
    words: "backups|restore|copies|snapshots",
  }),
  platformAnalytics: at("/super-admin/analytics?months&show&month&page", "analytics.tsx", "figure:read", {
    page: "Analytics",
    words: "analytics|revenue|mrr|growth|statistics",
  }),
  platformAnalyticsFile: at("/super-admin/analytics.csv?months", "analytics-file.ts", "figure:read"),
  platformSchoolsFile: at("/super-admin/schools.csv?q&state", "schools-file.ts", "school:export"),
  transactionsFile: at("/super-admin/transactions.csv?search", "transactions-file.ts", "transaction:read"),
  platformDatabase: at(
    "/super-admin/database?show&state&page",
    "database.tsx",
    ["machine:read", "machine:act"],
    { page: "Database", words: "database|mail queue|jobs|tables|emails|disk" },
  ),
  platformReturnedEmails: at("/super-admin/returned-emails?:page", "returned-emails.tsx", "machine:read", {
    page: "Returned emails",
    words: "returned emails|bounces|bounced emails|undeliverable",
  }),
  cleanup: at(
    "/super-admin/cleanup-details?page&of",
    "cleanup-details.tsx",
    ["machine:read", "machine:act"],
    { page: "Cleanup", words: "cleanup|old rows|retention|purge" },
  ),
  failedRequests: at(
    "/super-admin/failed-requests?search&school&page",
    "failed-requests.tsx",
    "failure:read",
    { page: "Failed requests", words: "failed requests|errors|error id|exceptions|500" },
  ),
  missedSearches: at("/super-admin/missed-searches?:page", "missed-searches.tsx", "overview:read", {
    page: "Searches without a result",
    words: "searches|missed searches|not found|no results|words people search for",
  }),
  service: at("/super-admin/service", "service.tsx", ["machine:read", "machine:act"], {
    page: "Service",
    words: "service|maintenance|read-only|nodes|alerts|certificate",
  }),
  abuse: at("/super-admin/abuse?show&page&school", "abuse.tsx", ["machine:read", "machine:act"], {
    page: "Abuse",
    words: "abuse|blocks|rate limits|blocked networks|spam",
  }),
  announcements: at(
    "/super-admin/announcements?:page",
    "announcements.tsx",
    ["machine:read", "machine:act"],
    { page: "Announcements", words: "announcements|message to all schools|news" },
  ),
  staff: at("/super-admin/staff", "staff.tsx", "staff:manage", {
    page: "Staff",
    words: "staff|colleagues|roles|invite|team",
  }),
  staffLog: at("/super-admin/staff/log?search&verb&who&days&page", "staff-log.tsx", "staff:manage", {
    page: "Staff log",
    words: "staff log|what staff did|audit|log",
  }),
  staffLogFile: at("/super-admin/staff/log.csv?search&verb&who&days", "staff-log-file.ts", "staff:manage"),
  staffMember: at("/super-admin/staff/:staffKey", "staff-member.tsx", "staff:manage"),
}
