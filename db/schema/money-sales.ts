import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { instant, owned } from "./columns"
import { charges } from "./money"
import { materials } from "./money-goods"
import { members } from "./people"

/** A material that was sold, with the charge for it. Waived or credited in full, it is back in stock, once. */
export const materialSales = sqliteTable(
  "material_sales",
  {
    ...owned(),
    materialId: text("material_id").notNull(),
    chargeId: text("charge_id").notNull(),
    quantity: integer("quantity").notNull(),
    soldBy: text("sold_by"),
    /** The form it was sold with; the same form sells once. */
    formKey: text("form_key").notNull(),
    returnedAt: instant("returned_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.materialId], foreignColumns: [materials.schoolId, materials.id] }),
    foreignKey({ columns: [t.schoolId, t.chargeId], foreignColumns: [charges.schoolId, charges.id] }),
    foreignKey({ columns: [t.schoolId, t.soldBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("material_sales_once").on(t.schoolId, t.formKey),
    uniqueIndex("material_sales_charge").on(t.schoolId, t.chargeId),
    index("material_sales_by_material").on(t.schoolId, t.materialId, t.createdAt),
    check("material_sales_quantity", sql`${t.quantity} between 1 and 1000`),
  ],
)
