import { addresses } from "./addresses"

/**
 * What links are built from: each address, and after a `?` what is added in order. The browser's scripts get these
 * alone (`vite.config.ts`), without who needs what and where a module is.
 */
export const pathTemplates: Record<string, string> = Object.fromEntries(
  Object.entries(addresses).map(([name, { path }]) => {
    const [route = "", added = ""] = path.split("?")
    const inOrder = added.match(/(?<=:)\w+/g)
    return [name, inOrder ? `${route}?${inOrder.join("&")}` : route]
  }),
)
