/** What went wrong, said where it happened: a sentence, with a capital unless it begins with a name. */
export function Problem({ text }: { text: string }) {
  const sentence = text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
  return <p class="problem" role="alert">{sentence}</p>;
}
