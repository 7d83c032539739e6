// Pages of the logged-in area without scripts, complete as they are: for a browser that saves data (`Save-Data`, or
// `prefers-reduced-data`, which only a script can ask), or where the person has asked for them. The choice belongs to the
// device, because the slow network does. Nothing is kept on such a device.

const yearSeconds = 365 * 24 * 3600
const cookie = (value: string, seconds: number) =>
  `light=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`

const cookiesOf = (request: Request) => (request.headers.get("Cookie") ?? "").split("; ")

/** Whether the person has chosen light pages on this device. */
export const hasChosenLight = (request: Request): boolean => cookiesOf(request).includes("light=on")

/** Whether the browser itself asks to save data: in a header, or as its script has found (shell/offline/reduced-data). */
export const savesData = (request: Request): boolean =>
  request.headers.get("Save-Data")?.toLowerCase() === "on" || cookiesOf(request).includes("reduced-data=on")

/** Whether this device is to load little, and to keep nothing. */
export const isSparing = (request: Request): boolean => hasChosenLight(request) || savesData(request)

/** Named as the person whose pages these are, on such a device: its service worker then drops what it has. */
export const keepsNothing = "light"

/** Whether something waits on the device to be sent (shell/unsent/device-list), which takes a script. */
const hasUnsent = (request: Request): boolean =>
  cookiesOf(request).some((each) => each.startsWith("tutti-kept-"))

export const wantsLightPages = (request: Request): boolean => isSparing(request) && !hasUnsent(request)

/** The Set-Cookie header of a choice. */
export const lightCookie = (isOn: boolean): string => (isOn ? cookie("on", yearSeconds) : cookie("off", 0))
