import { aMessage, pagesIn } from "./address"

// How people log in, and how a school is registered and subscribes.

const inAuth = pagesIn("auth")
const inRegistration = pagesIn("registration", "Plan")

export const signIn = {
  login: inAuth("/auth/login?:to", "login.tsx", "anyone", { cached: true, body: aMessage }),
  /** The short address that the texts about a new password name (spec §2). */
  shortLogin: inAuth("/login?:to", "login.tsx", "anyone", { cached: true, body: aMessage }),
  secondFactor: inAuth("/auth/second-factor", "second-factor.tsx", "anyone", { body: aMessage }),
  secondFactorSetUp: inAuth("/auth/second-factor/set-up", "second-factor-set-up.tsx", "signed-in"),
  simpleLogin: inAuth("/simple-login", "simple-login.tsx", "anyone", { cached: true, body: aMessage }),
  logout: inAuth("/logout", "logout.tsx", "anyone", { body: aMessage }),
  switchSchool: inAuth("/switch-school", "switch-school.tsx", "signed-in"),
  invitation: inAuth("/invitation?:token!", "invitation.tsx", "anyone", { body: aMessage }),
  changeEmail: inAuth("/change-email?:token", "change-email.tsx", "anyone", { body: aMessage }),
  confirmEmail: inAuth("/confirm-email?:token", "confirm-email.tsx", "anyone", { body: aMessage }),
  newPassword: inAuth("/new-password", "new-password.tsx", "signed-in", { body: aMessage }),
  forgotPassword: inAuth("/auth/forgot-password", "forgot-password.tsx", "anyone", {
    cached: true,
    body: aMessage,
  }),
  shortForgotPassword: inAuth("/forgot-password", "forgot-password.tsx", "anyone", {
    cached: true,
    body: aMessage,
  }),
  resetPassword: inAuth("/reset-password?:token&:email", "reset-password.tsx", "anyone", { body: aMessage }),
}

export const registration = {
  /** The second school form, with the password typed twice. */
  register: inRegistration("/auth/register?:plan&:interval", "second-school-form.tsx", "anyone", {
    cached: true,
    body: aMessage,
  }),
  shortRegister: inRegistration("/register?plan&interval", "second-school-form.tsx", "anyone", {
    cached: true,
    body: aMessage,
  }),
  registerSchool: inRegistration("/register-school?:plan&:interval", "register-school.tsx", "anyone", {
    cached: true,
    body: aMessage,
  }),
  /** The short address that the login page links to (spec §2); the same page as `registerSchool`. */
  signUp: inRegistration("/signup?plan&interval", "register-school.tsx", "anyone", {
    cached: true,
    body: aMessage,
  }),
  /** With `continue` a solo teacher who is logged in and hasn't paid continues to the plans. */
  registerSoloTeacher: inRegistration(
    "/register-solo-teacher?:plan&interval&continue=subscription",
    "register-solo-teacher.tsx",
    "anyone",
    { cached: true, body: aMessage },
  ),
  /** For someone who has an account: one more school of their own. */
  addSchool: inRegistration("/add-school?plan&interval&kind&name", "add-school.tsx", "customers", {
    act: "Add a school",
    in: "You",
    words: "add school|another school|second school|new school|own school|start a school|register a school",
  }),
  selectPlan: inRegistration(
    "/select-plan?plan&type=solo&interval&upgrade=true",
    "select-plan.tsx",
    ["anyone", "subscription:pay"],
    {
      cached: true,
      parts: [
        {
          setting: "Upgrade",
          at: "?upgrade=true",
          for: "subscription:pay",
          words:
            "upgrade|bigger plan|more students|more teachers|add teachers to plan|plan is full|student limit|teacher limit|pricing of tutti",
        },
      ],
    },
  ),
  /** Where the provider's own buttons get the subscription that is approved. */
  selectPlanSubscription: inRegistration(
    "/select-plan/subscription",
    "select-plan-subscription.ts",
    "subscription:pay",
    { unpaid: true },
  ),
  selectPlanReturn: inRegistration(
    "/select-plan/return?attempt&check&upgrade=true",
    "select-plan-return.tsx",
    "subscription:pay",
    { unpaid: true, writes: "provider" },
  ),
  selectPlanCancelled: inRegistration(
    "/select-plan/cancelled?attempt&upgrade=true",
    "select-plan-cancelled.ts",
    "subscription:pay",
    { unpaid: true, writes: "provider" },
  ),
  paymentSuccess: inRegistration("/payment-success?:subscription&:check", "payment-success.tsx", "anyone"),
  subscription: inRegistration("/subscription", "subscription.tsx", "anyone"),
  subscriptionReturn: inRegistration(
    "/subscription/return?attempt&cancelled=1",
    "subscription-return.ts",
    "subscription:pay",
    { unpaid: true, writes: "provider" },
  ),
  cancelRegistration: inRegistration("/cancel-registration", "cancel-registration.tsx", "anyone"),
  cancelUpgrade: inRegistration("/cancel-upgrade", "cancel-upgrade.ts", ["anyone", "subscription:pay"]),
  accountPaused: inRegistration("/account-paused", "account-paused.tsx", "signed-in"),
}
