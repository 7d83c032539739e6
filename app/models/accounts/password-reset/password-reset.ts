/** How long a link to choose a new password works. */
export const resetLinkLife = { ms: 3_600_000, text: "one hour" }

/** What to say when a link to choose a new password cannot be used, whatever the reason. */
export const invalidResetLink = "Invalid reset link. Please request a new password reset."

/** A link that could not be asked for (spec §8). */
export const passwordRequestFailure = {
  title: "Error",
  text: "Failed to send password reset email. Please try again.",
}

/** A new password whose form got no answer (spec §8, "network error"). */
export const newPasswordUnanswered = "An error occurred. Please try again."
