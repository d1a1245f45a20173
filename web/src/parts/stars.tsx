/** A rating for people: one to five stars. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span class="stars" role="img" aria-label={`${stars} of 5 stars`} title={`Rating ${stars} of 5`}>
      {"★".repeat(stars)}<span class="none">{"☆".repeat(5 - stars)}</span>
    </span>
  );
}
