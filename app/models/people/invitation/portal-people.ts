// How far each person has come who may log in to the portal. Safe in the browser.

export const portalStates = ["not-invited", "invited", "expired", "access", "locked", "no-email"] as const
export type PortalPersonState = (typeof portalStates)[number]

export const portalStateLabels: Record<PortalPersonState, string> = {
  "not-invited": "Not invited",
  invited: "Invited",
  expired: "Invitation expired",
  access: "Has access",
  locked: "Locked",
  "no-email": "No email",
}

export type PortalPerson = {
  /** The kind of invitation and the person's id. */
  key: string
  name: string
  familyName: string
  email: string | null
  /** A student of theirs, whose page has their login. */
  studentId: string
  /** Whose lessons they see. */
  sees: string
  state: PortalPersonState
  /** When the last invitation was sent, `YYYY-MM-DD`. */
  sentOn: string | null
}

/** The state an address asks for. */
export const readPortalState = (parameters: URLSearchParams): PortalPersonState | undefined =>
  portalStates.find((state) => state === parameters.get("state"))
