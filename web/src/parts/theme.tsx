/** Light, dark, or as the system has it; kept in this browser. */

import { useEffect } from "preact/hooks";
import { useKept } from "./kept";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const SIGNS: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

export function ThemeButton() {
  const [kept, setTheme] = useKept<Theme>("theme", "system");
  const theme = THEMES.includes(kept) ? kept : "system";
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new Event("themechange"));
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return (
    <button class="quiet theme" onClick={() => setTheme(next)} title={`Colours: ${theme}`}
            aria-label={`Colours: ${theme}. Change to ${next}`}>{SIGNS[theme]}</button>
  );
}
