import { aMessage, call, fileOf } from "./address"

// The calls of the JSON API, each method with who may make it; docs/api says what they answer.

/** By other machines, which prove who they are by a signature. Reviewed: keep it short. */
export const webhooks = {
  payPalWebhook: call("/api/webhooks/paypal", "webhooks/platform-provider.ts", { post: "provider" }),
  stripeWebhook: call("/api/webhooks/stripe/:schoolId", "webhooks/stripe.ts", { post: "provider" }),
  twilioStatus: call("/api/webhooks/twilio/:schoolId/status/:textId", "webhooks/twilio-status.ts", {
    post: "provider",
  }),
  twilioReceived: call("/api/webhooks/twilio/:schoolId/received", "webhooks/twilio-received.ts", {
    post: "provider",
  }),
  emailEvents: call("/api/webhooks/email-events", "webhooks/email-events.ts", { post: "provider" }),
  inboundMail: call("/api/webhooks/inbound-mail", "webhooks/inbound-mail.ts", { post: "provider" }),
}

export const api = {
  openapi: call("/api/openapi.json", "openapi.ts", { get: "anyone" }),
  user: call("/api/user", "user.ts", { get: "signed-in" }),
  login: call("/api/login", "login.ts", { post: "anyone", body: aMessage }),
  register: call("/api/register", "register.ts", { post: "anyone", body: aMessage }),
  logout: call("/api/logout", "logout.ts", { post: "anyone", body: aMessage }),
  schoolById: call("/api/school-by-id/:schoolId", "school-by-id.ts", { get: "signed-in" }),
  authRegisterSchool: call("/api/auth/register-school", "auth/register-school.ts", {
    post: "anyone",
    body: aMessage,
  }),
  emailPasswordReset: call("/api/email/password-reset", "email/password-reset.ts", {
    post: "anyone",
    body: aMessage,
  }),
  authResetPassword: call("/api/auth/reset-password", "auth/reset-password.ts", {
    post: "anyone",
    body: aMessage,
  }),
  supportAiChat: call("/api/support/ai-chat", "support/ai-chat.ts", { get: "customers" }),
  supportAiChatSend: call("/api/support/ai-chat/send", "support/ai-chat-send.ts", { post: "customers" }),
  supportAdminChat: call("/api/support/admin-chat", "support/admin-chat.ts", { get: "customers" }),
  supportAdminChatSend: call("/api/support/admin-chat/send", "support/admin-chat-send.ts", {
    post: "customers",
  }),
  supportRead: call("/api/support/read", "support/read.ts", { post: "customers" }),
  supportUnreadCount: call("/api/support/unread-count", "support/unread-count.ts", { get: "customers" }),
  supportUploadImage: call("/api/support/upload-image", "support/upload-image.ts", {
    post: "customers",
    body: fileOf(5),
  }),
  supportStaffStatus: call("/api/support/super-admin/status", "support/staff-status.ts", {
    get: "signed-in",
  }),
  supportStaffHeartbeat: call("/api/support/super-admin/heartbeat", "support/staff-heartbeat.ts", {
    post: "platform",
  }),
  authPlans: call("/api/auth/plans", "auth/plans.ts", { get: "anyone" }),
  authSubscriptionStatus: call("/api/auth/subscription-status", "auth/subscription-status.ts", {
    get: "signed-in",
  }),
  subscriptionLimits: call("/api/subscription/limits/:schoolId", "subscription/limits.ts", {
    get: "payers and platform",
  }),
  subscriptionManualActivation: call(
    "/api/subscription/manual-activation",
    "subscription/manual-activation.ts",
    { post: "payers" },
  ),
  cleanupCancelRegistration: call("/api/cleanup/cancel-registration", "cleanup/cancel-registration.ts", {
    delete: "signed-in",
  }),
  providerConfig: call("/api/:providerKey/config", "provider-config.ts", { get: "anyone" }),
  contact: call("/api/contact", "contact.ts", { post: "anyone", body: aMessage }),
  demoRequest: call("/api/demo-request", "demo-request.ts", { post: "anyone", body: aMessage }),
  unknown: call("/api/*", "unknown.ts", {}),
}
