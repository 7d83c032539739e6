// Texts that keep a word of the rules. What the specification fixes is listed by section and may be used anywhere;
// any other text is named with its file and the reason. A text that no longer occurs fails the test.

export const specifiedTexts: { section: string; texts: string[] }[] = [
  {
    section: "2, screens and routes",
    texts: [
      "The page you're looking for doesn't exist or has been moved.",
      "Signing in...",
      "Sign In",
      "Scheduling Preferences",
      "Please wait while we prepare your dashboard.",
    ],
  },
  {
    section: "5, validation rules",
    texts: [
      "Please enter your username or email.",
      "Please enter a valid email address",
      "Please enter a valid email address.",
      "Invalid reset link. Please request a new password reset.",
      "Passwords don't match",
      "Please fill in all fields",
      "Please select a country code",
      "Please enter a valid phone number",
      "Please select your role",
      "Please select your school size",
      "Please select number of teachers",
      "Please select a preferred time",
      "Please select your timezone",
    ],
  },
  {
    section: "8, error catalogue",
    texts: [
      "An unexpected error occurred. Please try again.",
      "An error occurred. Please try again.",
      "Failed to load your account information. Please try logging in again.",
      "Registration Cancelled",
      "Your registration has been cancelled and all account data removed. You can now start fresh.",
      "There was an issue cleaning up your account. Please contact support if needed.",
      "Failed to cleanup account data. Please contact support.",
      "Cancelled",
      "Upgrade Cancelled",
      "Your subscription has expired. Please renew your subscription to continue using all features.",
      "Failed to send password reset email. Please try again.",
      "If an account with this email exists, you'll receive password reset instructions.",
      "Failed to reset password. Please try again.",
      "Payment Cancelled",
      "Your subscription setup was cancelled.",
      "There was an error processing your payment. Please try again.",
      "Please try again or contact us directly at {…}",
      "We'll get back to you within 24 hours.",
      "Failed to submit demo request. Please try again or contact support.",
      "We'll contact you within 24 hours to schedule your personalized demo.",
      "Failed to send message. Please try again.",
      "Failed to upload image. Please try again.",
    ],
  },
]

/** Where a specified text is the only reason for a word, it is excused in this file alone. */
const specifiedOnlyIn: Record<string, string> = {
  Cancelled: "app/models/accounts/subscription/subscription-prompt.ts",
  "Sign In": "app/routes/public/about.tsx",
}

/** A text, or a part of it that no other text of the file has. */
type LawfulText = { file: string; text: string; reason: string }

export const lawfulTexts: LawfulText[] = [
  {
    file: "app/providers/stripe/client.server.ts",
    text: "Checkout Sessions (Write)",
    reason: "Stripe's own name of a permission, which the office looks for on Stripe's page.",
  },
  {
    file: "app/components/form/field.tsx",
    text: "Show",
    reason: "The specified toggle inside a password field; its name for a screen reader says what it shows.",
  },
  {
    file: "app/enhance/password-reveal.ts",
    text: "Show",
    reason: "The same toggle on public pages.",
  },
  {
    file: "app/models/learning/skill/starter-lists.ts",
    text: "Stands and holds freely",
    reason: "A violinist's posture.",
  },
  {
    file: "app/models/learning/skill/starter-lists.ts",
    text: "Stands freely",
    reason: "A singer's posture.",
  },
  {
    file: "app/models/learning/skill/starter-lists.ts",
    text: "Even passage between registers",
    reason: "The registers of a voice.",
  },
  {
    file: "app/models/learning/skill/starter-lists.ts",
    text: "Registers sounds during a piece",
    reason: "What a keyboard player does with the registers of the instrument.",
  },
  {
    file: "app/models/money/e-invoice/e-invoice.ts",
    text: "EN 16931",
    reason: "The number of a standard, as its profile is called.",
  },
  {
    file: "app/models/platform/help/articles/write-an-invoice.md",
    text: "(EN 16931)",
    reason: "The number of a standard.",
  },
  {
    file: "app/routes/super-admin/cleanup-details.tsx",
    text: "Log",
    reason: "What the cleanup removed, for platform staff; it isn't the activity of a school.",
  },
  {
    file: "app/routes/registration/second-school-form.tsx",
    text: "Register · Tutti",
    reason: "The page where a school registers.",
  },
]

const allSpecified = specifiedTexts.flatMap(({ texts }) => texts)

export const isSpecified = (file: string, text: string): boolean =>
  allSpecified.includes(text) && (specifiedOnlyIn[text] ?? file) === file
