export function LibraryView() {
  return <h1>Library</h1>;
}
