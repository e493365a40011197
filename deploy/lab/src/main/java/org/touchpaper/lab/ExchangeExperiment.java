package org.touchpaper.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;
import org.touchpaper.lab.network.LabNetwork;
import org.touchpaper.lab.network.MessageExchange;
import org.touchpaper.lab.network.PathSettings;
import org.touchpaper.lab.result.ExchangeRow;
import org.touchpaper.lab.result.ExchangeRow.ExchangeCell;

/**
 * Table 1 of "Application-based Network Performance Profiling", PoS(ESLEA)011: the ping-pong of
 * large messages, as coupled simulations exchange them.
 *
 * @param lightpath where a message over the lightpath is measured
 */
record ExchangeExperiment(
    LabNetwork network,
    ClusterViewerNamespacePair lightpath,
    PathSettings productionPath,
    PathSettings lightpathPath,
    ExperimentPlan plan,
    Consumer<String> progress) {

  private static final int MEGABYTE = 1 << 20;
  private static final Duration ENOUGH = Duration.ofSeconds(2);

  List<ExchangeRow> run() throws IOException {
    var rows = new ArrayList<ExchangeRow>();
    for (var series : plan.exchanges()) {
      for (var loss : series.lossPercent()) {
        var cells = new ArrayList<ExchangeCell>();
        for (var delay : ExperimentPlan.DELAYS_MS) {
          cells.add(cell(network.namespaces(), series.megabytes(), PathSettings.of(delay, loss)));
        }
        rows.add(add(ExperimentPlan.lossLabel(loss), series.megabytes(), cells));
      }
      rows.add(
          add(
              "lightpath",
              series.megabytes(),
              List.of(cell(lightpath, series.megabytes(), lightpathPath))));
      rows.add(
          add(
              "production path",
              series.megabytes(),
              List.of(cell(network.namespaces(), series.megabytes(), productionPath))));
    }
    return rows;
  }

  private ExchangeRow add(String label, int megabytes, List<ExchangeCell> cells) {
    var row = new ExchangeRow(label, megabytes, cells);
    progress.accept("exchange of %d MB, %s: %s".formatted(megabytes, label, seconds(cells)));
    return row;
  }

  private static String seconds(List<ExchangeCell> cells) {
    return String.join(
        ", ",
        cells.stream()
            .map(cell -> String.format(Locale.ROOT, "%.2f s", cell.time().seconds()))
            .toList());
  }

  private ExchangeCell cell(ClusterViewerNamespacePair place, int megabytes, PathSettings path)
      throws IOException {
    if (place.equals(network.namespaces())) {
      network.impair(path);
    }
    try (var exchange = MessageExchange.open(place)) {
      return new ExchangeCell(path, exchange.measure(megabytes * MEGABYTE, ENOUGH));
    }
  }
}
