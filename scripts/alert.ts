import "./load-env-file.mjs"
import { readAlertSettings, sendAlert } from "~/jobs/send-alert.server"

// Sends an alert to whom the settings name: without words a test of the way, else these words. systemd calls it when the
// app has failed (deploy/tutti-failed.service).

const words = process.argv.slice(2).join(" ").trim()
const deliveries = await sendAlert(
  {
    subject: words || "This is a test. Alerts reach you.",
    lines: words ? [] : ["Nothing is wrong."],
  },
  readAlertSettings(process.env),
)
for (const { to, problem } of deliveries)
  console.log(problem === null ? `Sent by ${to}.` : `Not sent by ${to}: ${problem}`)
if (deliveries.length === 0) console.log("No one is named: set ALERT_EMAIL or ALERT_WEBHOOK_URL.")
process.exitCode = deliveries.length > 0 && deliveries.every(({ problem }) => problem === null) ? 0 : 1
