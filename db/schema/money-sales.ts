import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { instant, refers, schoolTable } from "./columns"
import { charges } from "./money"
import { materials } from "./money-goods"
import { members } from "./people"

/** A material that was sold, with the charge for it. Waived or credited in full, it is back in stock, once. */
export const materialSales = schoolTable(
  "material_sales",
  {
    materialId: text("material_id").notNull(),
    chargeId: text("charge_id").notNull(),
    quantity: integer("quantity").notNull(),
    soldBy: text("sold_by"),
    /** The form it was sold with; the same form sells once. */
    formKey: text("form_key").notNull(),
    returnedAt: instant("returned_at"),
  },
  (t) => [
    refers(t, t.materialId, materials),
    refers(t, t.chargeId, charges),
    refers(t, t.soldBy, members),
    uniqueIndex("material_sales_once").on(t.schoolId, t.formKey),
    uniqueIndex("material_sales_charge").on(t.schoolId, t.chargeId),
    index("material_sales_by_material").on(t.schoolId, t.materialId, t.createdAt),
    check("material_sales_quantity", sql`${t.quantity} between 1 and 1000`),
  ],
)
