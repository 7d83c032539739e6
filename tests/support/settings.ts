/** Gives the app other settings for the rest of this file: whatever asks for one from now on reads them. */
export function withSettings(settings: Record<string, string>) {
  Object.assign(process.env, settings)
  forgetSettings()
}

/** The environment is read again. */
export function forgetSettings() {
  Reflect.deleteProperty(globalThis, "tuttiSettings")
  Reflect.deleteProperty(globalThis, "tuttiSellsPlans")
}
