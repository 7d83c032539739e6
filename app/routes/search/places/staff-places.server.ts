import { paths } from "~/utils/paths"
import { listed, type StaffPlace } from "./place.server"

// The screens of the platform's staff.

export const staffPlaces: readonly StaffPlace[] = [
  ...listed("page", "Platform", "overview:read", [
    [paths.superAdmin(), "Overview", "overview|home|dashboard|figures|start"],
    [
      paths.missedSearches(),
      "Searches without a result",
      "searches|missed searches|not found|no results|words people search for",
    ],
    [paths.help(), "Help", "help|articles|manual"],
  ]),
  ...listed("page", "Platform", "matter:answer", [
    [paths.desk(), "Support", "support|chats|contact messages|demo requests|tickets|questions|inbox"],
  ]),
  ...listed("page", "Platform", "desk:read", [
    [paths.savedAnswers(), "Saved answers", "saved answers|canned responses|templates|snippets"],
  ]),
  ...listed("page", "Platform", "school:read", [
    [paths.platformSchools(), "Schools", "schools|customers|accounts|tenants|studios"],
  ]),
  ...listed("page", "Platform", "failure:read", [
    [paths.failedRequests(), "Failed requests", "failed requests|errors|error id|exceptions|500"],
  ]),
  ...listed("page", "Platform", "subscription:read", [
    [paths.atRisk(), "At risk", "at risk|churn|unhappy customers|cancellations"],
    [
      paths.paidSubscriptions(),
      "Paid subscriptions",
      "paid subscriptions|subscriptions|cases|renewals|disputes",
    ],
    [paths.pendingPayments(), "Pending payments", "pending payments|unpaid schools|waiting for payment"],
    [paths.coupons(), "Coupons", "coupons|promo codes|vouchers|discount codes"],
  ]),
  ...listed("page", "Platform", "transaction:read", [
    [paths.transactions(), "Transactions", "transactions|payments|refunds|provider events|events"],
  ]),
  ...listed("page", "Platform", "figure:read", [
    [paths.platformAnalytics(), "Analytics", "analytics|revenue|mrr|growth|statistics"],
  ]),
  ...listed("page", "Platform", "machine:read", [
    [paths.backups(), "Backups", "backups|restore|copies|snapshots"],
    [paths.platformDatabase(), "Database", "database|mail queue|jobs|tables|emails|disk"],
    [paths.returnedAddresses(), "Returned emails", "returned emails|bounces|bounced emails|undeliverable"],
    [paths.cleanup(), "Cleanup", "cleanup|old rows|retention|purge"],
    [paths.service(), "Service", "service|maintenance|read-only|nodes|alerts|certificate"],
    [paths.announcements(), "Announcements", "announcements|message to all schools|news"],
    [paths.abuse(), "Abuse", "abuse|blocks|rate limits|blocked networks|spam"],
  ]),
  ...listed("page", "Platform", "staff:manage", [
    [paths.staff(), "Staff", "staff|colleagues|roles|invite|team"],
    [paths.staffLog(), "Staff log", "staff log|what staff did|audit|log"],
  ]),
  ...listed("setting", "You", "overview:read", [
    [
      paths.profile(),
      "Profile",
      "profile|password|two-factor|photo|my account|change password|2fa|name|devices",
    ],
  ]),
]
