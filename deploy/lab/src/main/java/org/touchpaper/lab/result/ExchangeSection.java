package org.touchpaper.lab.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.touchpaper.lab.network.MessageExchange;
import org.touchpaper.lab.result.LinePlot.Line;
import org.touchpaper.lab.result.LinearFit.Point;

/** The report's section on messages of coupled simulations. */
final class ExchangeSection {

  private final List<ExchangeRow> rows;
  private final StringBuilder html = new StringBuilder();

  private ExchangeSection(List<ExchangeRow> rows) {
    this.rows = rows;
  }

  static String html(List<ExchangeRow> rows) {
    return new ExchangeSection(rows).write();
  }

  private String write() {
    append(
        "<h2>Messages of coupled simulations (PoS(ESLEA)011, Table 1)</h2>%n<p>A message goes there and back; half of that time is the"
            + " message's. The paper measured the Intel MPI Benchmarks over MPICH-G2, this is plain TCP. Buffers of %,d bytes are asked"
            + " for, as there; the kernel here grants %,d. The paper left TCP of its kernels as it was, here it is Reno.</p>%n",
        MessageExchange.BUFFER_BYTES, rows.getFirst().cells().getFirst().time().bufferBytes());
    rows.stream().map(ExchangeRow::megabytes).distinct().forEach(this::table);
    append("<p>Slowdown against the same row without delay, 4 MB:</p>%n");
    html.append(
        new LinePlot("one-way delay in ms", "times slower than without delay", 20, slowdowns(4))
            .svg());
    return html.toString();
  }

  private void table(int megabytes) {
    append(
        "<table><caption>A message of %d MB: seconds here <small>(in the paper)</small></caption><tr><th>loss</th>",
        megabytes);
    PaperReferenceValues.DELAYS_MS.forEach(delay -> append("<th>%.0f ms</th>", delay));
    append("</tr>%n");
    for (var row : rows) {
      var paper = paper(row);
      if (row.megabytes() == megabytes && !paper.isEmpty()) {
        append("<tr><td>%s</td>", row.label());
        for (var i = 0; i < row.cells().size(); i++) {
          append("<td>%.2f <small>(%.2f)</small></td>", row.seconds(i), paper.get(i));
        }
        append("</tr>%n");
      }
    }
    append("</table>%n<p>");
    for (var row : rows) {
      if (row.megabytes() == megabytes && paper(row).isEmpty()) {
        append("Over the %s it takes %.2f s. ", row.label(), row.seconds(0));
      }
    }
    append("</p>%n");
  }

  /** Of the same loss and size; empty if the paper has no such row. */
  private static List<Double> paper(ExchangeRow row) {
    return PaperReferenceValues.EXCHANGES
        .getOrDefault(row.megabytes(), Map.of())
        .getOrDefault(row.label(), List.of());
  }

  private List<Line> slowdowns(int megabytes) {
    var lines = new ArrayList<Line>();
    var colour = 0;
    for (var row : rows) {
      var paper = paper(row);
      if (row.megabytes() == megabytes && !paper.isEmpty()) {
        var here = IntStream.range(0, row.cells().size()).mapToObj(row::seconds).toList();
        lines.add(new Line(row.label() + " here", colour, false, slowdown(here)));
        lines.add(new Line(row.label() + " paper", colour, true, slowdown(paper)));
        colour++;
      }
    }
    return lines;
  }

  private static List<Point> slowdown(List<Double> seconds) {
    return IntStream.range(0, seconds.size())
        .mapToObj(i ->
            new Point(PaperReferenceValues.DELAYS_MS.get(i), seconds.get(i) / seconds.getFirst()))
        .toList();
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation's library is not on the class path
  private void append(String format, Object... values) {
    html.append(String.format(Locale.ROOT, format, values));
  }
}
