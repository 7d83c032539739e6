/** What to say when a link to choose a new password cannot be used, whatever the reason. */
export const invalidResetLink = "Invalid reset link. Please request a new password reset."
