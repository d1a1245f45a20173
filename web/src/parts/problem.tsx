/** What went wrong, said where it happened. */
export function Problem({ text }: { text: string }) {
  return <p class="problem" role="alert">{text}</p>;
}
