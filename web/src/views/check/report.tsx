/** The designer's report in words and numbers. */

import type { Report } from "../../model/report";
import { Stars } from "../../parts/stars";
import { VerdictBadge } from "../../parts/verdict";

export function ReportPanel({ report }: { report: Report }) {
  return (
    <section class="panel report">
      <VerdictBadge report={report} words={report.sentence} />
      {report.difficulty && <p class="difficulty">
        {report.rating && <Stars stars={report.rating.stars} />} {report.difficulty}</p>}
      {report.advice.length > 0 && (
        <><h2>What to do</h2>
          <ul>{report.advice.map((text) => <li key={text}>{text}</li>)}</ul></>
      )}
      <Details report={report} />
    </section>
  );
}

/** What stands behind the verdict: for those who want to know. */
function Details({ report }: { report: Report }) {
  if (!report.details.length && !report.rating && !report.classic) return null;
  return (
    <details>
      <summary>Details</summary>
      {report.details.map((text) => <p key={text}>{emphasised(text)}</p>)}
      {report.rating && <Uses uses={report.rating.uses} />}
      {report.classic && (
        <p class="small soft">Settling single lines: {report.classic.passes} {report.classic.passes === 1 ? "pass" : "passes"} over all lines,
          {" "}{report.classic.settlements} lines settled, {report.classic.fruitful} of them with
          success. Solved in {milliseconds(report.seconds)}.</p>
      )}
    </details>
  );
}

/** What stands between `grave accents` is a name: it is set apart, as a terminal cannot. */
function emphasised(text: string) {
  return text.split("`").map((part, at) => at % 2 ? <em key={at}>{part}</em> : part);
}

/** How often each technique is used, the easiest first, as bars. */
function Uses({ uses }: { uses: Record<string, number> }) {
  const most = Math.max(...Object.values(uses), 1);
  return (
    <>
      <h2>Techniques</h2>
      <table class="uses">
        <tbody>
          {Object.entries(uses).map(([name, count]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="count">{count}</td>
              <td class="bars"><span style={{ width: `${Math.max(2, 100 * count / most)}%` }} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function milliseconds(seconds: number): string {
  return seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs`
    : seconds < 1 ? `${(seconds * 1000).toPrecision(2)} ms` : `${seconds.toFixed(1)} s`;
}
