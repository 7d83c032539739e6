export const tooShort = "That reason is too short. Use at least 3 characters."

/** What is said of a reason that is missing, or so short that it tells nothing. */
export const shortReason = (needed: string) => ({
  error: ({ input }: { input?: unknown }) => (input === "" ? needed : tooShort),
})
