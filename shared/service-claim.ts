/** What we say about a service of somebody else's: observed, with the day and how, or read in its documentation and never tried. A test against a fake of our own is neither. */
export interface CapturedClaim { readonly what: string; readonly on: string; readonly how: string }
export interface UnverifiedClaim { readonly what: string; readonly from: string }
