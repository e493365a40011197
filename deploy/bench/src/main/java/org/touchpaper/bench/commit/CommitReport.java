package org.touchpaper.bench.commit;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.command.ClosedLoopLoad;

/** Cost of transactions, as a table and as one line of JSON. */
record CommitReport(int acceptors, int rms, List<Run> runs) {

  /**
   * Results for one number of clients.
   *
   * @param etcd null if etcd was not measured
   * @param floorMillis latency floor in milliseconds
   */
  record Run(
      int clients,
      ClosedLoopLoad.Sample harc,
      CommitCostSnapshot.AverageCost cost,
      ClosedLoopLoad.Sample twoPhase,
      ClosedLoopLoad.@Nullable Sample etcd,
      double floorMillis) {}

  void print(PrintWriter out, boolean json) {
    var hasEtcd = runs.stream().allMatch(run -> run.etcd() != null);
    out.printf(
        "%d acceptors, %d resource managers; PostgreSQL two-phase commit over %d servers%n",
        acceptors, rms, rms);
    out.println(
        hasEtcd
            ? "etcd of %d members: one key put if absent, with no resource manager and without its flush"
                .formatted(acceptors)
            : "etcd was not measured: not found on the PATH (apt-get install etcd-server, or --etcd PATH)");
    out.println(
        "clients   p50 ms   p99 ms    per s   2PC decided   total ms    per s   rate   floor ms"
            + (hasEtcd ? "   etcd p50 ms    per s   rate" : ""));
    runs.forEach(run -> out.println(row(run)));
    out.println("clients   messages  flushes   per transaction, counted");
    runs.forEach(run -> out.println(costRow("%7d".formatted(run.clients()), run.cost())));
    out.println(costRow("  paper", CommitCostSnapshot.theoretical(rms, acceptors)));
    if (json) {
      out.println(
          runs.stream().map(this::json).collect(Collectors.joining(",", "{\"runs\":[", "]}")));
    }
  }

  private static String row(Run run) {
    var row =
        String.format(
            Locale.ROOT,
            "%7d %8.2f %8.2f %8.0f %13.2f %10.2f %8.0f %5.2fx %10.2f",
            run.clients(),
            run.harc().p50(),
            run.harc().p99(),
            run.harc().rate(),
            run.twoPhase().decided(),
            run.twoPhase().p50(),
            run.twoPhase().rate(),
            run.harc().rate() / run.twoPhase().rate(),
            run.floorMillis());
    var etcd = run.etcd();
    return etcd == null
        ? row
        : row
            + String.format(
                Locale.ROOT,
                " %13.2f %8.0f %5.2fx",
                etcd.p50(),
                etcd.rate(),
                run.harc().rate() / etcd.rate());
  }

  private static String costRow(String label, CommitCostSnapshot.AverageCost cost) {
    return String.format(Locale.ROOT, "%s %10.1f %8.1f", label, cost.messages(), cost.flushes());
  }

  private String json(Run run) {
    var etcd = run.etcd();
    return String.format(
            Locale.ROOT,
            "{\"clients\":%d,\"acceptors\":%d,\"rms\":%d,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"rate\":%.1f,"
                + "\"pg2pc_p50_ms\":%.3f,\"pg2pc_rate\":%.1f,\"floor_ms\":%.3f,"
                + "\"pg2pc_decided_p50_ms\":%.3f,",
            run.clients(),
            acceptors,
            rms,
            run.harc().p50(),
            run.harc().p99(),
            run.harc().rate(),
            run.twoPhase().p50(),
            run.twoPhase().rate(),
            run.floorMillis(),
            run.twoPhase().decided())
        + (etcd == null
            ? "\"etcd_p50_ms\":null,\"etcd_rate\":null}"
            : String.format(
                Locale.ROOT, "\"etcd_p50_ms\":%.3f,\"etcd_rate\":%.1f}", etcd.p50(), etcd.rate()));
  }
}
