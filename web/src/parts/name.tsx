/** The title of a puzzle, which may be in any language: it turns nothing around but itself. */
export function Name({ of, usual = "Untitled" }: { of: string; usual?: string }) {
  return of ? <bdi>{of}</bdi> : <>{usual}</>;
}
