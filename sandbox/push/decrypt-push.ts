import { createDecipheriv, createECDH, hkdfSync } from "node:crypto"

type Reader = { privateKey: string; p256dh: string; auth: string }

/** Reads a message as its browser does: RFC 8291 over one record of RFC 8188 (aes128gcm). */
export function decryptPush(body: Buffer, { privateKey, p256dh, auth }: Reader): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const keys = createECDH("prime256v1")
  keys.setPrivateKey(privateKey, "base64url")
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), Buffer.from(p256dh, "base64url"), sender])
  const shared = derive(keys.computeSecret(sender), Buffer.from(auth, "base64url"), info, 32)
  const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
  const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
  const decipher = createDecipheriv("aes-128-gcm", key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a delimiter of 2, then zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8")
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length))
