package org.touchpaper.lab.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.touchpaper.lab.network.TcpSettings;
import org.touchpaper.lab.result.LinePlot.Line;
import org.touchpaper.lab.result.LinearFit.Point;

/** The report's section on other users' traffic. */
final class CrossTrafficSection {

  private final List<CrossTrafficRow> rows;
  private final StringBuilder html = new StringBuilder();

  private CrossTrafficSection(List<CrossTrafficRow> rows) {
    this.rows = rows;
  }

  static String html(List<CrossTrafficRow> rows) {
    return new CrossTrafficSection(rows).write();
  }

  private String write() {
    append(
        "<h2>Cross-traffic on the production path</h2>%n<p>Other users send over the production path while the run is steered over"
            + " it: bulk transfers over TCP (%s), and in the last row also bursts of UDP, of 500 kB about every 100 ms. All share its"
            + " 300 Mbit/s and its queue of 1 MB. The lightpath is measured while they go on.</p>%n"
            + "<p>The papers have no such table. PoS(ESLEA)014, section 2, says of SPICE that its performance over the production"
            + " network “varied, i.e. was apparently sensitive to prevailing network conditions”; PoS(ESLEA)008, section 2.1, names"
            + " “variable third party usage” first of what affects it, and PoS(ESLEA)011 sets a loss “to emulate loss due to"
            + " congestion”.</p>%n",
        TcpSettings.RENO_2005.description());
    append(
        "<table><caption>t<sub>s</sub> in ms (median; frames/s)</caption><tr><th>others</th><th>their Mbit/s</th><th>production</th>"
            + "<th>lightpath</th></tr>%n");
    for (var row : rows) {
      append(
          "<tr><td>%s</td><td>%.0f</td><td>%s</td><td>%s</td></tr>%n",
          row.load().label(), row.megabits(), text(row.production()), text(row.lightpath()));
    }
    append("</table>%n");
    var lines = new ArrayList<Line>();
    lines.add(new Line("production", 3, false, points(false)));
    if (!points(true).isEmpty()) {
      lines.add(new Line("lightpath", 0, false, points(true)));
    }
    html.append(
        new LinePlot("TCP streams of others", "median time per step in ms", Double.MAX_VALUE, lines)
            .svg());
    return html.toString();
  }

  private static String text(@Nullable PathFrameMeasurement cell) {
    return cell == null
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.1f <small>(%.1f; %.0f)</small>",
            cell.frames().meanMs(),
            cell.frames().p50Ms(),
            cell.frames().framesPerSecond());
  }

  private List<Point> points(boolean ofLightpath) {
    var points = new ArrayList<Point>();
    for (var row : rows) {
      var cell = ofLightpath ? row.lightpath() : row.production();
      if (cell != null && !row.load().bursts()) {
        points.add(new Point(row.load().streams(), cell.frames().p50Ms()));
      }
    }
    return points;
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation's library is not on the class path
  private void append(String format, Object... values) {
    html.append(String.format(Locale.ROOT, format, values));
  }
}
