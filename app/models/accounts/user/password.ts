// What a password has to be where someone chooses one. Safe in the browser.

/** The fewest characters; a registration asks for fewer (spec §5). */
export const shortestPassword = 8
export const tooShortPassword = `Password must be at least ${shortestPassword} characters`
