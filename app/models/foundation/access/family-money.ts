import type { Actor } from "./actor"
import { may } from "./permissions"

/**
 * Whether someone may see what families pay: the office does, a teacher only where the school permits it. Their own pay
 * is another matter.
 */
export const seesFamilyMoney = ({ role, school }: Pick<Actor, "role" | "school">): boolean =>
  may(role, "invoice:read") || (role === "teacher" && school.teachersSeePrices)
