/** All that browsers know, but writing to the clipboard, which the copy buttons do. */
const DENIED_FEATURES = [
  'accelerometer', 'autoplay', 'camera', 'clipboard-read', 'display-capture', 'encrypted-media', 'fullscreen', 'gamepad', 'geolocation',
  'gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture',
  'publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'storage-access', 'usb',
  'window-management', 'xr-spatial-tracking',
]

/**
 * Goes with every response, refusals included.
 * @param port of the browser shell's socket; null where the page talks to the core without a network
 */
export const securityHeaders = (port: number | null): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    port === null ? "connect-src 'none'" : `connect-src 'self' ws://127.0.0.1:${port}`, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
})
