// What a person logs in with, as screens say it. The people of a live demo have no login of their own: each has a username
// only because an account needs one, which is made of its id and never shown.

/** The username of someone in a live demo. */
export const madeUsername = (userId: string): string => `demo-${userId}`

const made = /^demo-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The username that the person knows; null without one. */
export const knownUsername = (username: string | null): string | null =>
  username === null || made.test(username) ? null : username

/** What stands in place of a login in a live demo. */
export const noLogin = "No login in a live demo"

export const loginName = ({ email, username }: { email: string | null; username: string | null }): string =>
  email ?? knownUsername(username) ?? noLogin
