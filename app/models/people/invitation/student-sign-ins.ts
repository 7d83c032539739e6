// How the sign-ins around a student stand. Safe in the browser.

export type SignInState =
  | { kind: "none" }
  /** Days in the school's zone. */
  | { kind: "invited" | "expired"; sentOn: string; endsOn: string }
  /** Made, but the printed start password has not been changed yet. */
  | { kind: "printed" }
  | { kind: "active" }
  | { kind: "locked" }

export type PersonSignIn = {
  /** The guardian's or student's id. */
  id: string
  /** A child is known to be under 18; it gets a user name instead of an invitation. */
  kind: "guardian" | "student" | "child"
  name: string
  relation: string | null
  email: string | null
  memberId: string | null
  /** Set for a child's own sign-in. */
  username: string | null
  state: SignInState
}
