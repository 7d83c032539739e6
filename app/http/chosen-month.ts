import { isDate } from "~/utils/dates"

/** The month (`YYYY-MM`) that an address asks for, or else the present one. */
export function chosenMonth(request: Request, present: string): string {
  const month = new URL(request.url).searchParams.get("month") ?? ""
  return isDate(`${month}-01`) && month > "1901" && month < "2200" ? month : present
}
