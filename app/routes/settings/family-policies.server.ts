import { familyPolicies } from "~/components/overview/policies/policy-texts"
import type { Actor } from "~/models/foundation/access/actor"
import { findPolicies } from "~/models/overview/policies/policies.server"

/** The school's policies as its families read them, wherever they do. */
export const readFamilyPolicies = (actor: Actor): string[] =>
  familyPolicies(findPolicies(actor), {
    currency: actor.school.currency,
    paysTeachers: actor.school.kind !== "solo",
  })
