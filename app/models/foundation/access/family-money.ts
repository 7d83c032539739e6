import type { Actor } from "./actor"
import { may } from "./permissions"

/**
 * Whether someone may see what families pay: members of the office by the right to see prices, a teacher only where the
 * school permits it. Their own pay is another matter.
 */
export const seesFamilyMoney = ({
  role,
  rights,
  school,
}: Pick<Actor, "role" | "rights" | "school">): boolean =>
  may({ role, rights }, "invoice:read") || (role === "teacher" && school.teachersSeePrices)
