package org.touchpaper.harc.acceptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An acceptor that cannot write does not start, reports why, and starts once it can. */
class ReadOnlyDirectoryTest extends AcceptorClusterFixture {
  @Test
  void doesNotStartWithAReadOnlyJournal() throws Exception {
    var directory = cluster.dataOf("acceptor-1");
    var journal = directory.resolve("journal");
    var before = Files.readAllBytes(journal);
    permit(journal, "r--r--r--");
    permit(directory, "r-xr-xr-x");
    for (var time = 0; time < 2; time++) {
      var result = start(directory);
      assertThat(result.status()).as(result.output()).isEqualTo(4);
      assertThat(result.output()).contains("cannot open " + journal, "AccessDenied");
      assertThat(Files.readAllBytes(journal)).isEqualTo(before);
    }
    permit(directory, "rwxr-xr-x");
    permit(journal, "rw-r--r--");
    assertThat(cluster.start("acceptor-1").problem()).isNull();
  }

  @Test
  void doesNotStartWithAReadOnlyDirectory() throws Exception {
    var directory = Files.createDirectory(data.resolve("blank"));
    permit(directory, "r-xr-xr-x");
    var result = start(directory, "--initialise", "--epoch", "1");
    assertThat(result.status()).as(result.output()).isEqualTo(4);
    assertThat(result.output()).contains("cannot create " + directory.resolve("journal"));
    assertThat(AcceptorServer.isInitialised(directory)).isFalse();
    permit(directory, "rwxr-xr-x");
    AcceptorServer.initialise(directory, "acceptor-1", 1);
    assertThat(AcceptorServer.isInitialised(directory)).isTrue();
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** Exit status and output of a process. */
  private record ProcessResult(int status, String output) {}

  private ProcessResult start(Path directory, String... more) throws Exception {
    var command = new ArrayList<String>();
    if (System.getProperty("user.name").equals("root")) {
      // Root ignores permissions unless it drops this capability.
      command.addAll(
          List.of("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(AcceptorMain.class.getName());
    command.add(
        cluster
            .configurationOf("acceptor-1", "server.port=0", "touchpaper.data=" + directory)
            .toString());
    command.addAll(List.of(more));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), UTF_8);
      return new ProcessResult(process.waitFor(), output);
    } finally {
      process.destroyForcibly();
    }
  }
}
