package org.touchpaper.bench.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.command.ClosedLoopLoad;

/** The report with and without etcd. */
class CommitReportTest {
  private static final ClosedLoopLoad.Sample HARC =
      new ClosedLoopLoad.Sample(1.5, 1.5, 4, 600, 3600);
  private static final ClosedLoopLoad.Sample TWO_PHASE =
      new ClosedLoopLoad.Sample(2, 3, 5, 300, 1800);
  private static final ClosedLoopLoad.Sample ETCD = new ClosedLoopLoad.Sample(1, 1, 2, 400, 2400);

  private static String report(ClosedLoopLoad.@Nullable Sample etcd) {
    var out = new StringWriter();
    var run =
        new CommitReport.Run(
            8, HARC, new CommitCostSnapshot.AverageCost(25.3, 4.2), TWO_PHASE, etcd, 0.35);
    new CommitReport(3, 3, List.of(run)).print(new PrintWriter(out, true), true);
    return out.toString();
  }

  @Test
  void comparesTheRateWithBothBaselines() {
    assertThat(report(ETCD))
        .contains("etcd of 3 members: one key put if absent, with no resource manager")
        .containsPattern("2[.]00x +0[.]35 +1[.]00 +400 +1[.]50x");
    assertThat(report(ETCD).lines().toList().getLast())
        .isEqualTo(
            "{\"runs\":[{\"clients\":8,\"acceptors\":3,\"rms\":3,\"p50_ms\":1.500,\"p99_ms\":4.000,"
                + "\"rate\":600.0,\"pg2pc_p50_ms\":3.000,\"pg2pc_rate\":300.0,\"floor_ms\":0.350,"
                + "\"pg2pc_decided_p50_ms\":2.000,\"etcd_p50_ms\":1.000,\"etcd_rate\":400.0}]}");
  }

  @Test
  void reportsAMissingEtcdAndHowToInstallIt() {
    assertThat(report(null))
        .contains("etcd was not measured", "apt-get install etcd-server", "--etcd PATH")
        .doesNotContain("etcd p50");
    assertThat(report(null).lines().toList().getLast())
        .endsWith("\"pg2pc_decided_p50_ms\":2.000,\"etcd_p50_ms\":null,\"etcd_rate\":null}]}");
  }
}
