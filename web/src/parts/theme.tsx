/** Light, dark, or as the system has it; kept in this browser. */

import { useEffect, useState } from "preact/hooks";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const SIGNS: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

function kept(): Theme {
  const theme = localStorage.getItem("theme") as Theme;
  return THEMES.includes(theme) ? theme : "system";
}

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(kept);
  useEffect(() => {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new Event("themechange"));
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return (
    <button class="quiet theme" onClick={() => setTheme(next)} title={`Colours: ${theme}`}
            aria-label={`Colours: ${theme}. Change to ${next}`}>{SIGNS[theme]}</button>
  );
}
