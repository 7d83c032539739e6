// HTTP methods that only read, and those that change something.

export const safe = new Set(["GET", "HEAD"])

export const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"])
