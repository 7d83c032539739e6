import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { discountKinds, discountTargets } from "./choices"
import { instant, money, refers, schoolTable, taxRate } from "./columns"
import { charges } from "./money"
import { families } from "./people"

/** When a school charges less: a percentage or an amount off each charge, in the order of their positions. */
export const discountRules = schoolTable(
  "discount_rules",
  {
    name: text("name").notNull(),
    kind: text("kind", { enum: discountKinds }).notNull(),
    /** From which child of the family or class of the student on; 1 for a rule of one family. */
    fromNth: integer("from_nth").notNull(),
    familyId: text("family_id"),
    target: text("target", { enum: discountTargets }).notNull(),
    rate: taxRate("rate"),
    amountMinor: money("amount_minor"),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    refers(t, t.familyId, families),
    index("discount_rules_by_family").on(t.schoolId, t.familyId),
    check("discount_rules_kind", oneOf(t.kind)),
    check("discount_rules_target", oneOf(t.target)),
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
    chargeId: text("charge_id").notNull(),
    position: integer("position").notNull(),
    ruleId: text("rule_id").notNull(),
    /** As a family reads it: "Sibling discount, 10%". */
    reason: text("reason").notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    refers(t, t.chargeId, charges),
    refers(t, t.ruleId, discountRules),
    uniqueIndex("charge_discounts_position").on(t.schoolId, t.chargeId, t.position),
    index("charge_discounts_by_rule").on(t.schoolId, t.ruleId),
    check("charge_discounts_amount", sql`${t.amountMinor} > 0`),
  ],
)
