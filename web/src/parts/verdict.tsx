/** A verdict at a glance: a sign, words and stars; never by colour alone. */

import { seriousFlaws, type Verdict, verdictWords } from "../model/report";
import { Stars } from "./stars";
import "./verdict.css";

const SIGNS = { unique: "✓", multiple: "≠", none: "✗", unknown: "?" };

interface Props { report: Verdict; busy?: boolean; words?: string }

/** `words` are said in place of the short verdict, and the stars left to them. */
export function VerdictBadge({ report, busy = false, words }: Props) {
  const flawed = seriousFlaws(report).length > 0;
  const good = report.verdict === "unique" && report.line_solvable && !flawed;
  return (
    <p class={`verdict ${good ? "good" : report.verdict === "unique" ? "fair" : "bad"}`}
       role="status" aria-busy={busy}>
      <span class="sign" aria-hidden="true">{report.verdict === "unique" && flawed ? "!" : SIGNS[report.verdict]}</span>
      <span>{words ?? verdictWords(report)}</span>
      {report.rating && words === undefined && <Stars stars={report.rating.stars} />}
    </p>
  );
}
