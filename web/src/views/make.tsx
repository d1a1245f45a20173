export function MakeView() {
  return <h1>Make</h1>;
}
