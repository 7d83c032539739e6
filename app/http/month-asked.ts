import { isDate } from "~/utils/dates"

/** The month (`YYYY-MM`) that an address asks for, or else the present one. */
export function monthAsked(request: Request, present: string): string {
  const asked = new URL(request.url).searchParams.get("month") ?? ""
  return isDate(`${asked}-01`) && asked > "1901" && asked < "2200" ? asked : present
}
