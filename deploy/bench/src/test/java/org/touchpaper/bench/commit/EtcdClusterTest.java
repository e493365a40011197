package org.touchpaper.bench.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs a real etcd if it is installed. */
@Timeout(300)
class EtcdClusterTest {
  @TempDir Path data;

  @Test
  void putsAKeyOnce() throws Exception {
    var program = EtcdCluster.find(System.getenv("PATH"));
    Assumptions.assumeTrue(
        program.isPresent(), "no etcd on the PATH (apt-get install etcd-server)");
    try (var etcd = new EtcdCluster(program.orElseThrow(), data, 3, 2)) {
      assertThat(etcd.putIfAbsent("decision of 1")).isTrue();
      assertThat(etcd.putIfAbsent("decision of 1")).as("sent twice").isFalse();
      assertThat(etcd.putIfAbsent("decision of 2")).isTrue();
      var before = System.nanoTime();
      assertThat(etcd.commitOnce()).isBetween(before, System.nanoTime());
    }
    assertThat(data.resolve("etcd-1/member/wal")).as("its write-ahead log").isNotEmptyDirectory();
  }

  @Test
  void findsTheFirstExecutableOnThePath() throws Exception {
    var none = Files.createDirectory(data.resolve("none"));
    var text = Files.createDirectory(data.resolve("text"));
    Files.writeString(text.resolve("etcd"), "not a program");
    var bin = Files.createDirectory(data.resolve("bin"));
    var program = Files.writeString(bin.resolve("etcd"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(EtcdCluster.find(none + "::" + text)).isEmpty();
    assertThat(EtcdCluster.find(none + ":" + text + ":" + bin)).contains(program);
  }
}
