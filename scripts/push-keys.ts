import webPush from "web-push"

// Makes the pair of keys that notifications are signed with. Made once: with other ones every device has to be turned on again.

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
console.log(`VAPID_PUBLIC_KEY=${publicKey}`)
console.log(`VAPID_PRIVATE_KEY=${privateKey}`)
