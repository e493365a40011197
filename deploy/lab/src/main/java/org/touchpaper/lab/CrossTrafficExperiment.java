package org.touchpaper.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;
import org.touchpaper.lab.network.CrossTraffic;
import org.touchpaper.lab.network.PathSettings;
import org.touchpaper.lab.result.CrossTrafficRow;
import org.touchpaper.lab.result.PathFrameMeasurement;

/**
 * The same run while more and more of other users' traffic crosses the production path: PoS(ESLEA)
 * 014 found it "sensitive to prevailing network conditions". The lightpath is measured meanwhile.
 *
 * @param production the path that others share, between these namespaces
 * @param lightpath the same namespaces if no lightpath of its own is there
 */
record CrossTrafficExperiment(
    ClusterViewerNamespacePair production,
    ClusterViewerNamespacePair lightpath,
    PathSettings productionPath,
    PathSettings lightpathPath,
    ExperimentPlan plan,
    CellMeter cells,
    Consumer<String> progress) {

  /** Measures how frames arrive over a path. */
  @FunctionalInterface
  interface CellMeter {
    PathFrameMeasurement measure(
        ClusterViewerNamespacePair place, String name, PathSettings path, Duration length)
        throws IOException;
  }

  List<CrossTrafficRow> run() throws IOException {
    var rows = new ArrayList<CrossTrafficRow>();
    for (var load : plan.crossTraffic()) {
      try (var others = CrossTraffic.start(production, load)) {
        var begun = System.nanoTime();
        var bytes = others.bytes();
        var shared =
            cells.measure(
                production,
                "production with " + load.label(),
                productionPath,
                plan.cell().multipliedBy(2));
        var megabits = (others.bytes() - bytes) * 8e3 / (System.nanoTime() - begun);
        var dedicated =
            lightpath.equals(production)
                ? null
                : cells.measure(lightpath, "lightpath beside it", lightpathPath, plan.cell());
        progress.accept(
            String.format(Locale.ROOT, "%s: %.0f Mbit/s of others", load.label(), megabits));
        rows.add(new CrossTrafficRow(load, megabits, shared, dedicated));
      }
    }
    return rows;
  }
}
