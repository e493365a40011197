package org.touchpaper.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.imd.statistics.FrameStatistics;
import org.touchpaper.lab.network.CrossTrafficSettings;
import org.touchpaper.lab.network.MessageExchange;
import org.touchpaper.lab.network.MessageExchange.ExchangeTime;
import org.touchpaper.lab.network.PathSettings;
import org.touchpaper.lab.network.TcpSettings;
import org.touchpaper.lab.result.ExchangeRow.ExchangeCell;
import org.touchpaper.lab.result.LabResult.BulkRate;
import org.touchpaper.lab.result.LinearFit.Point;

class LabReportTest {

  @Test
  void aLineThroughItsOwnPointsExplainsAll() {
    var fit = LinearFit.of(List.of(new Point(0, 5), new Point(2, 9), new Point(4, 13)));
    assertThat(fit).isEqualTo(new LinearFit(2, 5, 1));
    assertThatThrownBy(() -> LinearFit.of(List.of(new Point(1, 5), new Point(1, 9))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void pointsOffTheLineLowerRSquared() {
    var fit =
        LinearFit.of(List.of(new Point(0, 0), new Point(1, 2), new Point(2, 0), new Point(3, 2)));
    assertThat(fit.slope()).isEqualTo(0.4, within(1e-9));
    assertThat(fit.rSquared()).isEqualTo(0.2, within(1e-9));
  }

  @Test
  void ofARepeatedRowEachCellsFasterTimeCounts() {
    var busyAtFirst = new FrameTimeByPathSeries("0 %", List.of(cell(0, 28), cell(2, 9)));
    var busyLater = new FrameTimeByPathSeries("0 %", List.of(cell(0, 5), cell(2, 12)));
    assertThat(busyAtFirst.bestOf(busyLater).cells()).containsExactly(cell(0, 5), cell(2, 9));
  }

  @Test
  void aResultOfThePapersShapePasses() {
    assertThat(failed(result(2.2, 4, 15))).isEmpty();
  }

  @Test
  void aSlopeThatTheWindowDoesNotExplainFails() {
    var slope = "without loss t_s grows with the delay as the window predicts";
    assertThat(failed(result(0.5, 4, 15))).containsExactly(slope);
    assertThat(failed(result(4, 5, 15))).containsExactly(slope);
  }

  /** Other work of the machine, which holds up a few frames for long. */
  @Test
  void framesThatAreHeldUpDoNotBendTheLine() {
    var cells = new ArrayList<>(row("0 %", 2.2).cells());
    cells.set(0, cell(0, 30, 5));
    var busy = new FrameTimeByPathSeries("0 %", cells);
    assertThat(busy.fit().rSquared()).isLessThan(0.5);
    assertThat(failed(result(busy, 4, 15))).isEmpty();
  }

  @Test
  void lossThatDoesNotHurtFails() {
    assertThat(failed(result(2.2, 2, 15)))
        .containsExactly("a loss of 0.1 % is worse than one of 0 %");
  }

  @Test
  void theReportHasThePapersFiguresBesideTheMeasured() {
    assertThat(LabReport.html(result(2.2, 4, 15)))
        .contains(
            "11,332 atoms",
            "saves <strong>50 %</strong>; the paper found around 50 %",
            "<td>2.44</td>",
            "28.0")
        .contains(
            "tcp_wmem=4096 16384 131072",
            "slope of the medians 2.20, predicted 2.08",
            "0.1 % paper")
        .containsPattern("(?s)<svg .*</svg>.*<svg .*</svg>")
        .doesNotContain("NOT as expected", "NaN", "%n", "%%");
    assertThat(LabReport.html(result(0.5, 4, 15))).contains("NOT as expected");
  }

  @Test
  void otherUsersMustSlowTheProductionPathAndNotTheLightpath() {
    var clean = row("0 %", 2.2);
    assertThat(failed(result(clean, 4, 15, 1.0, 12)))
        .containsExactly(
            "other users' traffic slows the production path",
            "cross-traffic does not slow the lightpath");
    assertThat(failed(result(clean, 4, 15, 2.5, 24)))
        .containsExactly("cross-traffic does not slow the lightpath");
    assertThat(LabReport.html(result(clean, 4, 15, 2.5, 13)))
        .contains(
            "<td>8 TCP streams</td><td>212</td><td>60.0 <small>(60.0; 100)</small></td>",
            "<td>8 TCP streams and UDP bursts</td>",
            "TCP streams of others",
            "prevailing network conditions");
  }

  @Test
  void messagesStandBesideThePapers() {
    assertThat(LabReport.html(result(2.2, 4, 15)))
        .contains(
            "the kernel here grants 524,288",
            "<td>0.40 <small>(1.79)</small></td>",
            "<td>0.90 <small>(2.29)</small></td>",
            "Over the lightpath it takes 0.15 s.");
  }

  @Test
  void aSecondEngineIsOneLineMore() {
    assertThat(LabReport.html(result(2.2, 4, 15).with(gromacs(20, 40))))
        .contains(
            "With GROMACS as the engine (12,165 atoms of water, IMD 2, 146,036 bytes a frame)",
            "lightpath 20.0 ms a step (100 frames/s), production 40.0 ms",
            "the lightpath saves 50 %.");
    assertThat(LabReport.html(result(2.2, 4, 15).with(gromacs(45, 30))))
        .contains("the lightpath takes 50 % longer");
  }

  private static SecondEngineMeasurement gromacs(double lightpathMs, double productionMs) {
    return new SecondEngineMeasurement(
        "GROMACS",
        2,
        12_165,
        146_036,
        new FrameTimeByPathSeries("lightpath", List.of(cell(3.4, lightpathMs))),
        new FrameTimeByPathSeries("production", List.of(cell(3.4, productionMs))));
  }

  @Test
  void aBookedRunIsToldAndMustEndWithItsBooking() {
    var html = LabReport.html(result(2.2, 4, 15).with(booked(true, true)));
    assertThat(html)
        .contains("job 7 on newton1, newton2", "imd://10.88.0.1:8901: 100 frames/s", "6.8 ms")
        .contains("<li>ACTIVE: run active</li>")
        .doesNotContain("NOT as expected");
    assertThat(failed(result(2.2, 4, 15).with(booked(false, true))))
        .containsExactly("the booking's end ends its job");
    assertThat(failed(result(2.2, 4, 15).with(booked(true, false))))
        .containsExactly("packets pass until the booking's end, and no longer");
  }

  private static BookedRun booked(boolean jobEnded, boolean pathEnded) {
    return new BookedRun(
        "b1",
        List.of("COMMITTED: run queued", "ACTIVE: run active"),
        "7",
        List.of("newton1", "newton2"),
        "imd://10.88.0.1:8901",
        new PathCheckSummary(true, "6.9 ms against 6.8 ms of the topology, none lost"),
        jobEnded,
        pathEnded);
  }

  private static List<String> failed(LabResult result) {
    return LabCheck.of(result).stream()
        .filter(check -> !check.passed())
        .map(LabCheck::name)
        .toList();
  }

  private static LabResult result(double slope, double slopeAtLittleLoss, double slopeAtLoss) {
    return result(row("0 %", slope), slopeAtLittleLoss, slopeAtLoss);
  }

  private static LabResult result(
      FrameTimeByPathSeries withoutLoss, double slopeAtLittleLoss, double slopeAtLoss) {
    return result(withoutLoss, slopeAtLittleLoss, slopeAtLoss, 2.5, 13);
  }

  private static LabResult result(
      FrameTimeByPathSeries withoutLoss,
      double slopeAtLittleLoss,
      double slopeAtLoss,
      double slowdownByOthers,
      double lightpathMs) {
    return new LabResult(
        Instant.parse("2026-11-27T12:00:00Z"),
        11_332,
        136_024,
        0.5,
        2,
        List.of(withoutLoss, row("0.1 %", slopeAtLittleLoss), row("1 %", slopeAtLoss)),
        List.of(
            new FrameTimeByPathSeries(
                "Reno, 4 ms", List.of(cell(4, 12), cell(4, 13), cell(4, 14)))),
        new FrameTimeByPathSeries("lightpath", List.of(cell(3.4, 12))),
        new FrameTimeByPathSeries("production", List.of(cell(3.4, 24))),
        List.of(
            new BulkRate("production", TcpSettings.RENO_2005, 6),
            new BulkRate("lightpath, untuned", TcpSettings.RENO_2005, 10),
            new BulkRate("lightpath, tuned", TcpSettings.TUNED, 33)),
        List.of(
            new CrossTrafficRow(CrossTrafficSettings.streams(0), 0, cell(3.4, 24), cell(3.4, 12)),
            new CrossTrafficRow(
                CrossTrafficSettings.streams(8),
                212,
                cell(3.4, 24 * slowdownByOthers),
                cell(3.4, lightpathMs)),
            new CrossTrafficRow(
                new CrossTrafficSettings(8, true), 240, cell(3.4, 90), cell(3.4, 13))),
        List.of(
            exchanges("0 %", 0.12, 0.40),
            exchanges("0.1 %", 0.14, 0.90),
            new ExchangeRow("lightpath", 4, List.of(exchange(3.4, 0.15)))),
        -0.7,
        false,
        null,
        null);
  }

  private static ExchangeRow exchanges(String label, double first, double last) {
    return new ExchangeRow(
        label,
        4,
        List.of(
            exchange(0, first),
            exchange(2, first),
            exchange(4, first),
            exchange(8, first),
            exchange(16, last)));
  }

  private static ExchangeCell exchange(double delayMs, double seconds) {
    return new ExchangeCell(
        PathSettings.of(delayMs, 0), new ExchangeTime(seconds, 3, MessageExchange.BUFFER_BYTES));
  }

  private static FrameTimeByPathSeries row(String label, double slope) {
    var cells = new ArrayList<PathFrameMeasurement>();
    for (var delay : new double[] {0, 2, 4, 8, 16}) {
      cells.add(cell(delay, 5 + slope * delay));
    }
    return new FrameTimeByPathSeries(label, cells);
  }

  private static PathFrameMeasurement cell(double delayMs, double ms) {
    return cell(delayMs, ms, ms);
  }

  private static PathFrameMeasurement cell(double delayMs, double meanMs, double medianMs) {
    return new PathFrameMeasurement(
        PathSettings.of(delayMs, 0),
        new FrameStatistics(100, 13_602_400, 1, meanMs, medianMs, meanMs, meanMs));
  }
}
