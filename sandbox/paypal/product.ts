import { z } from "zod"

export const ProductBody = z.object({
  id: z.string().min(6).max(50).optional(),
  name: z.string().min(1).max(127),
  description: z.string().min(1).max(256).optional(),
  type: z.enum(["PHYSICAL", "DIGITAL", "SERVICE"]).default("PHYSICAL"),
  category: z.string().min(4).max(256).optional(),
  image_url: z.url().optional(),
  home_url: z.url().optional(),
})

/** What is sold; plans of one product can be exchanged for each other. */
export type Product = Omit<z.infer<typeof ProductBody>, "id"> & {
  id: string
  create_time: string
  update_time: string
}

export function describeProduct(state: { origin: string }, product: Product) {
  const href = `${state.origin}/paypal/v1/catalogs/products/${product.id}`
  return { ...product, links: [{ href, rel: "self", method: "GET" }] }
}
