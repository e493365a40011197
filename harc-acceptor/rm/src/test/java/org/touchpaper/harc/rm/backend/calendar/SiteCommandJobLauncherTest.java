package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.run.JobArgumentTemplate;
import org.touchpaper.harc.rm.run.JobLauncher.Submission.Refused;
import org.touchpaper.harc.rm.run.JobLauncher.Submission.Submitted;
import org.touchpaper.harc.rm.run.JobSpecification;
import org.touchpaper.harc.rm.run.Run;
import org.touchpaper.harc.rm.run.RunBooking;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** The site's command is told in JSON what to do, and answers in JSON. */
class SiteCommandJobLauncherTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");
  private static final RunBooking BOOKING =
      new RunBooking(
          "b-1",
          1,
          "aa1",
          List.of("newton001"),
          new Schedule(NINE, NINE.plusSeconds(60)),
          "",
          RunBooking.Phase.ACTIVE);

  @TempDir private Path directory;

  private final Run run =
      new Run(
          "b-1",
          "t.1",
          "aa1",
          new JobSpecification(
              new RunRequest.Launch("pore", List.of()),
              List.of(
                  new JobArgumentTemplate("/opt/lmp", false),
                  new JobArgumentTemplate("it's", false),
                  new JobArgumentTemplate("{nodes}:{processes}", true),
                  new JobArgumentTemplate("{nodes}", false)),
              List.of(
                  new JobArgumentTemplate("/opt/relay", false),
                  new JobArgumentTemplate("{nodes}", true)),
              Map.of("A", new JobArgumentTemplate("{processes}", true)),
              "/scratch",
              8901,
              "imd",
              "INT",
              30,
              2,
              4,
              1),
          new RunStatus(RunState.NEW, null, List.of(), 8901, "imd", NINE, null, null, List.of(), 1),
          1,
          false,
          null,
          null,
          false);

  private SiteCommandJobLauncher launcher(String body) throws IOException {
    var script = directory.resolve("launcher");
    Files.writeString(
        script, "#!/bin/bash\necho \"$1 $(cat)\" >> " + directory + "/calls\n" + body + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new SiteCommandJobLauncher(
        List.of(script.toString()), Duration.ofSeconds(20), JsonMapper.shared());
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(directory.resolve("calls"));
  }

  @Test
  void launchesAndReportsAJob() throws IOException {
    var launcher =
        launcher(
            """
            case $1 in
              launch) echo '{"id": "4711"}';;
              status) echo '{"id": "4711", "state": "active", "nodes": ["newton001"], "output": ["hello"]}';;
              stop) echo '{}';;
            esac
            """);
    assertThat(launcher.submit(run, BOOKING)).isEqualTo(new Submitted("4711"));
    assertThat(launcher.find(run).orElseThrow().state()).isEqualTo(RunState.ACTIVE);
    assertThat(launcher.progress(run).output()).containsExactly("hello");
    launcher.signal(run);
    launcher.cancel(run);
    assertThat(calls().getFirst())
        .startsWith("launch {")
        .contains(
            "\"name\":\"tp-b-1-1\"",
            "\"account\":\"aa1\"",
            "\"command\":[\"/opt/lmp\",\"it's\",\"1:4\",\"{nodes}\"]",
            "\"relay\":[\"/opt/relay\",\"1\"]",
            "\"environment\":{\"A\":\"4\"}",
            "\"endTime\":\"2026-12-01T21:01:00Z\"");
    assertThat(calls().get(3)).startsWith("stop {").contains("\"signal\":\"INT\"");
    assertThat(calls().getLast()).contains("\"signal\":\"KILL\"");
  }

  @Test
  void withoutAStateThereIsNoJobAndWithoutAnIdTheLaunchIsRefused() throws IOException {
    var launcher = launcher("echo '{\"message\": \"no licence\"}'");
    assertThat(launcher.find(run)).isEmpty();
    assertThat(launcher.progress(run).isStarted()).isFalse();
    assertThat(launcher.submit(run, BOOKING)).isEqualTo(new Refused("no licence"));
  }

  @Test
  void aCommandThatFailsLeavesTheOutcomeUnknown() throws IOException {
    for (var body : List.of("exit 1", "echo nonsense", "echo '{\"state\": \"dancing\"}'")) {
      var launcher = launcher(body);
      assertThatThrownBy(() -> launcher.find(run))
          .isInstanceOf(SchedulerUnreachableException.class);
    }
  }

  @Test
  void aMachineWithoutACommandLaunchesNothing() {
    var launcher =
        new SiteCommandJobLauncher(List.of(), Duration.ofSeconds(1), JsonMapper.shared());
    assertThat(launcher.problem("aa1")).isPresent();
  }
}
