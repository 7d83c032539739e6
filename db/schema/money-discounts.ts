import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { discountKinds, discountTargets } from "./choices"
import { choice, refersTo } from "./column-rules"
import { instant, money, schoolTable, taxRate } from "./columns"
import { charges } from "./money"
import { families } from "./people"

/** When a school charges less: a percentage or an amount off each charge, in the order of their positions. */
export const discountRules = schoolTable(
  "discount_rules",
  {
    name: text("name").notNull(),
    kind: choice("kind", discountKinds).notNull(),
    /** From which child of the family or class of the student on; 1 for a rule of one family. */
    fromNth: integer("from_nth").notNull(),
    familyId: refersTo("family_id", () => families),
    target: choice("target", discountTargets).notNull(),
    rate: taxRate("rate"),
    amountMinor: money("amount_minor"),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    index("discount_rules_by_family").on(t.schoolId, t.familyId),
    check("discount_rules_family", sql`(${t.kind} = 'family') = (${t.familyId} is not null)`),
    check("discount_rules_nth", sql`${t.fromNth} between 1 and 20`),
    check("discount_rules_value", sql`(${t.rate} is null) <> (${t.amountMinor} is null)`),
    check("discount_rules_rate", sql`${t.rate} is null or ${t.rate} between 1 and 100000`),
    check("discount_rules_amount", sql`${t.amountMinor} is null or ${t.amountMinor} > 0`),
  ],
)

/** What was taken off a charge and by which rule, in the order of the rules; the charge's amount is what was left. */
export const chargeDiscounts = schoolTable(
  "charge_discounts",
  {
    chargeId: refersTo("charge_id", () => charges).notNull(),
    position: integer("position").notNull(),
    ruleId: refersTo("rule_id", () => discountRules).notNull(),
    /** As a family reads it: "Sibling discount, 10%". */
    reason: text("reason").notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    uniqueIndex("charge_discounts_position").on(t.schoolId, t.chargeId, t.position),
    index("charge_discounts_by_rule").on(t.schoolId, t.ruleId),
    check("charge_discounts_amount", sql`${t.amountMinor} > 0`),
  ],
)
