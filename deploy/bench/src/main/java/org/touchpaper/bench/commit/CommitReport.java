package org.touchpaper.bench.commit;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What agreements cost, as a table and as a line of JSON. */
record CommitReport(int acceptors, int rms, List<Run> runs) {

  /**
   * One number of clients, and what it took them.
   *
   * @param etcd null if there was none
   * @param floor in milliseconds
   */
  record Run(
      int clients,
      Load.Sample harc,
      Expense.Each each,
      Load.Sample twoPhase,
      Load.@Nullable Sample etcd,
      double floor) {}

  void print(PrintWriter out, boolean json) {
    var hasEtcd = runs.stream().allMatch(run -> run.etcd() != null);
    out.printf(
        "%d acceptors, %d resource managers; PostgreSQL two-phase commit over %d servers%n",
        acceptors, rms, rms);
    out.println(
        hasEtcd
            ? "etcd of %d members: one key put if absent, with no resource manager and none of their flushes"
                .formatted(acceptors)
            : "etcd was not measured: there is none on the PATH (apt-get install etcd-server, or --etcd PATH)");
    out.println(
        "clients   p50 ms   p99 ms    per s   2PC decided   whole ms    per s   rate   floor ms"
            + (hasEtcd ? "   etcd p50 ms    per s   rate" : ""));
    runs.forEach(run -> out.println(row(run)));
    out.println("clients   messages  flushes   of each agreement, counted");
    runs.forEach(run -> out.println(expense("%7d".formatted(run.clients()), run.each())));
    out.println(expense("  paper", Expense.ofThePaper(rms, acceptors)));
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
            run.floor());
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

  private static String expense(String head, Expense.Each each) {
    return String.format(Locale.ROOT, "%s %10.1f %8.1f", head, each.messages(), each.flushes());
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
            run.floor(),
            run.twoPhase().decided())
        + (etcd == null
            ? "\"etcd_p50_ms\":null,\"etcd_rate\":null}"
            : String.format(
                Locale.ROOT, "\"etcd_p50_ms\":%.3f,\"etcd_rate\":%.1f}", etcd.p50(), etcd.rate()));
  }
}
