package org.touchpaper.lab.result;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.touchpaper.lab.network.TcpSettings;
import org.touchpaper.lab.result.LinePlot.Line;
import org.touchpaper.lab.result.LinearFit.Point;

/** The report of a run: one HTML file without scripts or references. */
public final class LabReport {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1b1b1b; --page: #fff; --rule: #ccc; --grid: #ddd; --bad: #a3123c;
        --line-0: #0b6e4f; --line-1: #1f5fa8; --line-2: #b35900; --line-3: #a3123c }
      @media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --page: #16181a; --rule: #4a4d50; --grid: #34373a; --bad: #ff8fa8;
        --line-0: #4cc79c; --line-1: #7fb4f5; --line-2: #f2a65a; --line-3: #ff8fa8 } }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--text);
        background: var(--page) }
      .wide { overflow-x: auto } table { border-collapse: collapse; margin: 1rem 0 }
      th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap }
      th:first-child, td:first-child, .words td { text-align: left } .words td:not(:last-child) { white-space: normal; vertical-align: top }
      sub { line-height: 0 } caption { text-align: left; font-weight: 600 } svg { width: 100%; max-width: 52rem; font-size: 12px } svg text { fill: currentColor }
      .grid { stroke: var(--grid) } .failed { color: var(--bad); font-weight: 600 }
      """;

  private final LabResult result;
  private final StringBuilder html = new StringBuilder();

  private LabReport(LabResult result) {
    this.result = result;
  }

  /** The whole page. */
  public static String html(LabResult result) {
    return new LabReport(result).write();
  }

  private String write() {
    append(
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>Touchpaper lab</title><style>%s</style>%n",
        STYLE);
    append("<h1>What a lightpath is good for</h1>%n");
    append(
        "<p>%s. LAMMPS computes a coarse model of a pore (%,d atoms, %,d bytes a frame) in one network namespace; a viewer"
            + " receives every step in another. t<sub>s</sub> is the time from one step to the next. Load of the machine: %.1f on %d"
            + " processors%s.</p>%n",
        result.at().truncatedTo(ChronoUnit.SECONDS),
        result.atoms(),
        result.bytesPerFrame(),
        result.load(),
        result.processors(),
        result.load() > 1.5 * result.processors() ? ", so times are longer than they need be" : "");
    checks();
    delayAndLoss();
    jitter();
    gain();
    if (!result.crossTraffic().isEmpty()) {
      html.append(CrossTrafficSection.html(result.crossTraffic()));
    }
    if (!result.exchanges().isEmpty()) {
      html.append(ExchangeSection.html(result.exchanges()));
    }
    bulk();
    if (result.run() != null) {
      booking(result.run());
    }
    differences();
    return html.append("</html>\n")
        .toString()
        .replace("<table", "<div class='wide'><table")
        .replace("</table>", "</table></div>");
  }

  private void checks() {
    append("<table class='words'><caption>Order and shape</caption>%n");
    for (var check : LabCheck.of(result)) {
      append(
          "<tr><td>%s</td><td>%s</td><td%s>%s</td></tr>%n",
          subscript(check.name()),
          subscript(check.detail()),
          check.passed() ? "" : " class='failed'",
          check.passed() ? "as expected" : "NOT as expected");
    }
    append("</table>%n");
  }

  private static String subscript(String text) {
    return text.replace("t_s", "t<sub>s</sub>");
  }

  private void delayAndLoss() {
    append("<h2>Delay and loss (Table III)</h2>%n");
    append(
        "<p>TCP: %s. Delay is one way, loss per packet in each direction.</p>%n",
        TcpSettings.RENO_2005.description());
    append("<table><caption>t<sub>s</sub> in ms (median; frames)</caption><tr><th>loss</th>");
    result
        .delayAndLoss()
        .getFirst()
        .cells()
        .forEach(cell -> append("<th>%.0f ms</th>", cell.path().delayMs()));
    append("<th>slope</th><th>R²</th></tr>%n");
    for (var row : result.delayAndLoss()) {
      append("<tr><td>%s</td>", row.label());
      row.cells()
          .forEach(cell ->
              append(
                  "<td>%.1f <small>(%.1f; %d)</small></td>",
                  cell.frames().meanMs(), cell.frames().p50Ms(), cell.frames().frames()));
      append("<td>%.2f</td><td>%.3f</td></tr>%n", row.fit().slope(), row.fit().rSquared());
    }
    append("</table>%n");
    html.append(
        new LinePlot(
                "one-way delay in ms",
                "time per step in ms",
                4 * result.delayAndLoss().getFirst().cells().getLast().frames().meanMs(),
                IntStream.range(0, result.delayAndLoss().size())
                    .mapToObj(this::measuredLine)
                    .toList())
            .svg());
    append(
        "<table><caption>The paper: t<sub>s</sub> in s, SPICE on 128 processors</caption><tr><th>loss</th>");
    PaperReferenceValues.DELAYS_MS.forEach(delay -> append("<th>%.0f ms</th>", delay));
    append("</tr>%n");
    paperRows()
        .forEach((label, values) -> {
          append("<tr><td>%s</td>", label);
          values.forEach(value -> append("<td>%.2f</td>", value));
          append(
              "<td>–</td>".repeat(PaperReferenceValues.DELAYS_MS.size() - values.size())
                  + "</tr>%n");
        });
    append("</table>%n<p>Slowdown against the same row without delay:</p>%n");
    html.append(
        new LinePlot("one-way delay in ms", "times slower than without delay", 20, slowdowns())
            .svg());
  }

  private Line measuredLine(int index) {
    var row = result.delayAndLoss().get(index);
    return new Line("loss " + row.label(), index, false, row.points());
  }

  private static Map<String, List<Double>> paperRows() {
    return new TreeMap<>(PaperReferenceValues.TABLE_3);
  }

  private List<Line> slowdowns() {
    var lines = new ArrayList<Line>();
    for (var index = 0; index < result.delayAndLoss().size(); index++) {
      var row = result.delayAndLoss().get(index);
      var paper = PaperReferenceValues.TABLE_3.get(row.label());
      if (paper != null) {
        var first = row.points().getFirst().y();
        lines.add(
            new Line(
                row.label() + " here",
                index,
                false,
                row.points().stream()
                    .map(point -> new Point(point.x(), point.y() / first))
                    .toList()));
        lines.add(
            new Line(
                row.label() + " paper",
                index,
                true,
                IntStream.range(0, paper.size())
                    .mapToObj(i ->
                        new Point(
                            PaperReferenceValues.DELAYS_MS.get(i), paper.get(i) / paper.getFirst()))
                    .toList()));
      }
    }
    return lines;
  }

  private void jitter() {
    append(
        "<h2>Jitter (Table IV)</h2>%n<p>Each packet's delay is drawn from a normal distribution about the mean, as NISTNet drew it;"
            + " packets may overtake one another.</p>%n<table><caption>t<sub>s</sub> in ms (times the value without jitter)</caption>"
            + "<tr><th>TCP, delay</th><th>jitter σ: t<sub>s</sub></th></tr>%n");
    for (var row : result.jitter()) {
      var without = row.cells().getFirst().frames().meanMs();
      append(
          "<tr><td>%s</td><td>%s</td></tr>%n",
          row.label(),
          row.cells().stream()
              .map(cell ->
                  String.format(
                      Locale.ROOT,
                      "%.1f ms: %.1f (%.1f)",
                      cell.path().jitterMs(),
                      cell.frames().meanMs(),
                      cell.frames().meanMs() / without))
              .collect(Collectors.joining("<br>")));
    }
    PaperReferenceValues.TABLE_4.forEach(figure ->
        append(
            "<tr><td>the paper, 64 processors, %.0f ms</td><td>%.1f ms: %.2f s (%.1f)</td></tr>%n",
            figure.delayMs(),
            figure.jitterMs(),
            figure.seconds(),
            figure.seconds() / figure.secondsWithoutJitter()));
    append(
        "</table>%n<p>The authors suspected that reordering, not jitter, costs the time. It does: only a TCP that takes three"
            + " overtaken packets for a loss, and knows no SACK, suffers. Today's adapts.</p>%n");
  }

  private void gain() {
    append(
        "<h2>Lightpath and production network (PoS(ESLEA)014)</h2>%n<p>Lightpath: %s. Production: 3.4 ms, loss"
            + " 0.1 %%, jitter σ 1 ms in order. %s and %s ms a step: the lightpath saves <strong>%.0f %%</strong>; the paper found"
            + " around %d %%. What a production network loses is an assumption here, not a measurement.</p>%n",
        result.booked()
            ? "a booked circuit through the emulated elements, with packets of up to 9000 bytes instead of 1500"
            : "3.4 ms, nothing else; not booked",
        means(result.lightpath()),
        means(result.production()),
        result.gainPercent(),
        PaperReferenceValues.LIGHTPATH_GAIN_PERCENT);
    var second = result.secondEngine();
    if (second != null) {
      append(
          "<p>With %s as the engine (%,d atoms of water, IMD %d, %,d bytes a frame), launched on the same nodes: lightpath %s ms a step"
              + " (%.0f frames/s), production %s ms (%.0f frames/s): the lightpath %s. GROMACS computes several times as long for a step as"
              + " LAMMPS does here, 10 ms on an idle processor and 20 to 40 ms on a busy one, and that can hide what the path costs.</p>%n",
          second.engine(),
          second.atoms(),
          second.imdVersion(),
          second.bytesPerFrame(),
          means(second.lightpath()),
          second.lightpath().meanFramesPerSecond(),
          means(second.production()),
          second.production().meanFramesPerSecond(),
          second.gainPercent() >= 0
              ? "saves %.0f %%".formatted(second.gainPercent())
              : "takes %.0f %% longer"
                  .formatted(100 * (second.lightpath().sumMs() / second.production().sumMs() - 1)));
    }
  }

  private static String means(FrameTimeByPathSeries row) {
    return row.cells().stream()
        .map(cell -> String.format(Locale.ROOT, "%.1f", cell.frames().meanMs()))
        .collect(Collectors.joining(", "));
  }

  private void bulk() {
    append(
        "<h2>Bulk transfer (PoS(ESLEA)013)</h2>%n<table><tr><th>path</th><th>TCP</th><th>MB/s</th><th>paper, HPCx</th></tr>%n");
    for (var i = 0; i < result.bulk().size(); i++) {
      var rate = result.bulk().get(i);
      append(
          "<tr><td>%s</td><td>%s</td><td>%.1f</td><td>%.1f</td></tr>%n",
          rate.path(),
          rate.tcp().description(),
          rate.megabytesPerSecond(),
          PaperReferenceValues.BULK_MEGABYTES_PER_SECOND.get(i));
    }
    append("</table>%n");
  }

  private void booking(BookedRun run) {
    append(
        "<h2>The booking</h2>%n<p>One call booked a lightpath of 300 Mbit/s and %d nodes, with the run: booking %s. Slurm started its"
            + " job %s on %s, and the viewer reached it at %s: %.0f frames/s. Before the viewer connected, the path agents beside the hosts"
            + " measured the lightpath (STAMP, RFC 8762): %s. At the end the booking was cancelled.</p>%n<ol>",
        run.nodes().size(),
        run.booking(),
        run.jobId(),
        String.join(", ", run.nodes()),
        run.endpoint(),
        result.lightpath().meanFramesPerSecond(),
        run.path().summary());
    run.states().forEach(state -> append("<li>%s</li>", state));
    append("</ol>%n");
  }

  private void differences() {
    append(
        "<h2>What differs from the papers</h2>%n<ul>"
            + "<li>The system is lighter: SPICE needed about 0.6 s of computing a step, this model a few ms. So compare slopes and"
            + " slowdowns, not times; waiting is a larger part of our step, and our slowdown larger.</li>"
            + "<li>TCP is made that of 2005 on purpose. With Linux's own settings of today (a window of megabytes, BBR or CUBIC, SACK)"
            + " most of the effect vanishes. The settings, below net.ipv4: %s.</li>"
            + "<li>The slope follows from the window: %,d bytes a frame through a window of %,d bytes cost %.2f ms a step for each ms"
            + " of delay.</li>"
            + "<li>Delay, loss and jitter are made by a relay between two interfaces of one machine, not by NISTNet on a path of 300"
            + " km.</li>%n",
        TcpSettings.RENO_2005.sysctls().entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", ")),
        result.bytesPerFrame(),
        TcpSettings.WINDOW_2005,
        result.expectedSlope());
    if (!result.crossTraffic().isEmpty()) {
      append(
          "<li>The other users are some TCP streams with the settings above, all with the run's own round trip, and one sender of UDP."
              + " On a real network they are many, and each has a round trip and a TCP of its own. Here they also take processor time"
              + " from the engine and from both paths.</li>%n");
    }
    if (!result.exchanges().isEmpty()) {
      append(
          "<li>Messages: at 300 Mbit/s 4 MB take 0.11 s, but the paper's took 0.70 s without delay, and 0.068 s more for each ms of it."
              + " A window of 60 kB explains that if the delay counts once a round trip, of 120 kB if twice; its buffers were to be"
              + " larger. So its messages wait for the window without any delay, ours for the rate. In the paper 0.1 %% of loss costs 30 %% at every delay; here TCP repairs a loss over round trips,"
              + " so that it costs more, the longer the delay. Each cell here is the mean of one to"
              + " five exchanges; one of 0.1 %% loss or less meets few losses, and is noisy.</li>%n");
    }
    append("</ul>%n");
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation's library is not on the class path
  private void append(String format, Object... values) {
    html.append(String.format(Locale.ROOT, format, values));
  }
}
