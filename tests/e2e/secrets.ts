/** Of every app that the journeys start. The seed sealed under the development secret: its Twilio account opens with that one. */
export const secrets = {
  SESSION_SECRET: "a secret for the browser journeys only",
  SEAL_KEYS: "a secret for the browser journeys only,tutti-development-secret-change-me",
}
