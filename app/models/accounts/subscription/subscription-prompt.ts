import { paths } from "~/utils/paths"
import type { ClientStatus } from "./subscription"

// What a school without an active subscription is asked, as a dialog over its pages and as pages of their own (spec §2,
// "Subscription modal", §4, §8).

export type SubscriptionPrompt = {
  status: Exclude<ClientStatus, "active">
  title: "Complete Your Registration" | "Upgrade Your Subscription"
  text: string
  /** canceling the registration, or leaving the upgrade */
  leave: { label: "Cancel Registration" | "Return to Dashboard"; to: string; pending: string }
  proceed: { label: "Continue to Subscription" | "Upgrade Subscription"; to: string }
}

/** The texts for a school's administrators; null when the subscription is active. */
export function promptOf(status: ClientStatus, kind: "school" | "solo"): SubscriptionPrompt | null {
  if (status === "active") return null
  if (status === "pending")
    return {
      status,
      title: "Complete Your Registration",
      text: "Your account setup is incomplete. You need to complete the subscription process to access the dashboard.",
      leave: { label: "Cancel Registration", to: paths.cancelRegistration(), pending: "Canceling…" },
      proceed: {
        label: "Continue to Subscription",
        to:
          kind === "solo"
            ? paths.registerSoloTeacher(undefined, { continue: "subscription" })
            : paths.selectPlan(),
      },
    }
  return {
    status,
    title: "Upgrade Your Subscription",
    text:
      status === "expired"
        ? "Your subscription has expired. Please renew your subscription to continue using all features."
        : "Upgrade your subscription to access additional features.",
    leave: { label: "Return to Dashboard", to: paths.cancelUpgrade(), pending: "Leaving…" },
    proceed: { label: "Upgrade Subscription", to: paths.selectPlan({ upgrade: "true" }) },
  }
}

/** Where a pending registration is already being completed, or is asked by the page itself (spec §4). */
const ownScreens = [
  "/register",
  "/register-school",
  "/register-solo-teacher",
  "/signup",
  "/auth",
  "/login",
  "/simple-login",
  "/payment-success",
  "/dashboard",
]
/** Pages that are the dialog themselves; never over these. */
const never = ["/select-plan", "/subscription", "/cancel-registration", "/settings/admin/export", "/support"]

const isIn = (screens: string[], pathname: string) =>
  screens.some((screen) => pathname === screen || pathname.startsWith(`${screen}/`))

/** Whether the dialog opens automatically over a page. */
export const opensOver = (prompt: SubscriptionPrompt, pathname: string): boolean =>
  !isIn(never, pathname) && !(prompt.status === "pending" && isIn(ownScreens, pathname))

/** How each way of leaving ends, in the words of spec §8. */
export const leaveToasts = {
  cleaned: {
    title: "Registration Cancelled",
    text: "Your registration has been cancelled and all account data removed. You can now start fresh.",
    tone: "good",
  },
  kept: {
    title: "Cleanup Issue",
    text: "There was an issue cleaning up your account. Please contact support if needed.",
    tone: "bad",
  },
  failed: {
    title: "Cleanup Failed",
    text: "Failed to cleanup account data. Please contact support.",
    tone: "bad",
  },
  nobody: { title: "No Account Found", text: "No account data to cleanup.", tone: "bad" },
  notPending: { title: "Cancelled", text: "You can continue using your account normally.", tone: "good" },
  upgrade: {
    title: "Upgrade Cancelled",
    text: "You can continue using your account normally.",
    tone: "good",
  },
} as const

/** The same for a school that is closed, which the spec’s words aren’t true of: its plan ended, or our staff suspended it. */
const closedToasts = {
  expired: {
    notPending: {
      title: "Nothing canceled",
      text: "Your plan has ended and your data is kept. Choose a plan to open your school again.",
      tone: "plain",
    },
    upgrade: {
      title: "Upgrade Cancelled",
      text: "You weren’t charged and your data is kept. Choose a plan to open your school again.",
      tone: "plain",
    },
  },
  held: {
    notPending: {
      title: "Nothing canceled",
      text: "Tutti’s team has suspended this account, and your data is kept.",
      tone: "plain",
    },
    upgrade: {
      title: "Upgrade Cancelled",
      text: "You weren’t charged. Tutti’s team has suspended this account, and your data is kept.",
      tone: "plain",
    },
  },
} as const

/** How leaving an upgrade, or a registration that isn't pending, ends for a school that is closed for this reason, or open. */
export const leaveToastOf = (
  left: "notPending" | "upgrade",
  closed: keyof typeof closedToasts | undefined,
) => (closed ? closedToasts[closed][left] : leaveToasts[left])
