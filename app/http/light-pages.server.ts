// Pages of the logged-in area without scripts, complete as they are: for a browser that saves data (`Save-Data`), or where
// the person has asked for them. The choice belongs to the device, because the slow network does.

const yearSeconds = 365 * 24 * 3600
const cookie = (value: string, seconds: number) =>
  `light=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`

const cookiesOf = (request: Request) => (request.headers.get("Cookie") ?? "").split("; ")

/** Whether the person has chosen light pages on this device. */
export const hasChosenLight = (request: Request): boolean => cookiesOf(request).includes("light=on")

/** Whether the browser itself asks to save data. */
export const savesData = (request: Request): boolean =>
  request.headers.get("Save-Data")?.toLowerCase() === "on"

export const wantsLightPages = (request: Request): boolean => hasChosenLight(request) || savesData(request)

/** The Set-Cookie header of a choice. */
export const lightCookie = (isOn: boolean): string => (isOn ? cookie("on", yearSeconds) : cookie("off", 0))
