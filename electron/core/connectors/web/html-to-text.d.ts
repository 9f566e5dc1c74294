/** The part of the library that is used here; it brings no types of its own. */
declare module 'html-to-text' {
  export interface SelectorRule {
    readonly selector: string
    readonly format?: string
    readonly options?: {
      readonly uppercase?: boolean
      readonly uppercaseHeaderCells?: boolean
      readonly noAnchorUrl?: boolean
      readonly hideLinkHrefIfSameAsText?: boolean
      readonly pathRewrite?: (path: string, metadata: unknown) => string
    }
  }
  export interface ConvertOptions {
    readonly wordwrap?: number | false
    readonly baseElements?: { readonly selectors: readonly string[]; readonly returnDomByDefault?: boolean }
    readonly limits?: { readonly maxDepth?: number; readonly maxBaseElements?: number; readonly maxInputLength?: number; readonly ellipsis?: string }
    readonly selectors?: readonly SelectorRule[]
  }
  export function convert(html: string, options?: ConvertOptions, metadata?: unknown): string
}
