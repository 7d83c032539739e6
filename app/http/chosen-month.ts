import { isDate } from "~/utils/dates"

/** The month (`YYYY-MM`) in the address, or else the current one. */
export function chosenMonth(request: Request, present: string): string {
  const month = new URL(request.url).searchParams.get("month") ?? ""
  return isDate(`${month}-01`) && month > "1901" && month < "2200" ? month : present
}
