package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.ResourceManagerClient;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.rm.backend.slurm.SlurmCluster;
import org.touchpaper.harc.transport.message.StreamMessage;
import org.touchpaper.platform.FreePort;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;

/**
 * {@code kill -9} of a resource manager's process, and of slurmctld with it, while a run is
 * launched.
 */
@Tag("slurm")
class KilledAroundLaunchTest {
  private static final String NAME = "rm-newton";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long SEED = 2006;
  private static final Path LOG = Path.of("target", "killed-around-launch.log");

  /** From the decision to the start of the job it takes about as long. */
  private static final int MAX_DELAY_MILLIS = 600;

  @TempDir private Path home;
  private final int port = FreePort.find();
  private final TestDatabase database = TestDatabases.fresh();
  private final ScriptedAcceptors acceptors = new ScriptedAcceptors();
  private final PeerHttpClient http = new PeerHttpClient("bar-ucl");
  private final SlurmCluster cluster = SlurmCluster.up("newton");

  @SuppressWarnings("NullAway.Init") // set before any test
  private Process process;

  @BeforeEach
  void open() throws Exception {
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
    Files.createDirectory(scratch());
    Files.setPosixFilePermissions(scratch(), PosixFilePermissions.fromString("rwxrwxrwx"));
    var script = home.resolve("sleeper");
    Files.writeString(
        script, "#!/bin/bash\npwd >> %s/started\nexec sleep 600\n".formatted(scratch()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        home.resolve("applications.yaml"),
        """
        registry:
          applications:
            - { name: sleeper, description: waits, executable: %s, directory: %s }
        """
            .formatted(script, scratch()));
    start();
  }

  @AfterEach
  void close() throws Exception {
    kill();
    acceptors.close();
    http.close();
    cluster.close();
  }

  private Path scratch() {
    return home.resolve("scratch");
  }

  @Test
  void exactlyOneJobStartsOrNoneForAReasonThatIsTold() throws Exception {
    var random = new Random(SEED);
    for (var life = 1; life <= 5; life++) {
      var id = "life-" + life;
      var isSlurmKilled = life % 2 == 0;
      var delay = random.nextInt(MAX_DELAY_MILLIS);
      var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      var make =
          prepare(
              "t." + life,
              new HarcAction.Make(
                  id,
                  new HarcAction.Schedule(now.plusSeconds(1), now.plusSeconds(600)),
                  new HarcAction.ComputeNodes(
                      "newton", 1, new RunRequest.Launch("sleeper", List.of()))));
      vote(make);
      send(decide(make, Decision.COMMIT));
      assertThat(process.waitFor(delay, TimeUnit.MILLISECONDS)).isFalse();
      kill();
      if (isSlurmKilled) {
        cluster.kill();
        cluster.restart();
      }
      start();
      var reached = awaitStarted(make, id);
      var what = "seed %d, %s, killed after %d ms: %s".formatted(SEED, id, delay, reached);
      if (reached.state() != RunState.ACTIVE) {
        assertThat(isSlurmKilled).as(what).isTrue();
        assertThat(reached.message()).as(what).isNotBlank();
      }
      var cancel = prepare("t." + life + ".cancel", new HarcAction.Cancel(id));
      vote(cancel);
      awaitRun(cancel, make, run -> run.state().isFinal());
      assertThat(startsOf(id)).as(what).isBetween(reached.state() == RunState.ACTIVE ? 1 : 0, 1);
      assertThat(run(make).number()).as(what).isEqualTo(1);
    }
  }

  /** Waits until its job has started, or its end without a job was told. */
  private RunStatus awaitStarted(Message.Prepare make, String id) throws Exception {
    awaitRun(
        make,
        make,
        run -> run.state().isFinal() || (run.state() == RunState.ACTIVE && startsOf(id) > 0));
    return run(make);
  }

  /** Repeats the decision, as the leader does. */
  private void awaitRun(
      Message.Prepare decided, Message.Prepare make, ThrowingPredicate<RunStatus> condition) {
    await(make.record().id() + ", see " + LOG)
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(500))
        .ignoreException(PeerRequestException.class)
        .until(() -> {
          send(decide(decided, Decision.COMMIT));
          return condition.test(run(make));
        });
  }

  private interface ThrowingPredicate<T> {
    boolean test(T value) throws Exception;
  }

  private int startsOf(String id) throws IOException {
    var file = scratch().resolve("started");
    return Files.exists(file)
        ? (int) Files.readAllLines(file).stream().filter(line -> line.contains(id + "-")).count()
        : 0;
  }

  private RunStatus run(Message.Prepare make) throws PeerRequestException {
    var url = URI.create("http://127.0.0.1:" + port);
    var client =
        new ResourceManagerClient(new PeerEndpoint(NAME, url, "between the bar and us"), http);
    var run = client.queryStatus(make.record().id()).bookings().getFirst().run();
    if (run == null) {
      throw new AssertionError("no run");
    }
    return run;
  }

  private void vote(Message.Prepare prepare) throws InterruptedException {
    send(prepare);
    assertThat(acceptors.awaitVotes(prepare.record().id()))
        .allMatch(vote -> vote.votes().toString().contains("PREPARED"));
  }

  private void send(Message message) {
    acceptors.stream().send(new StreamMessage.ProtocolMessage(message));
  }

  private static Message.Prepare prepare(String id, HarcAction action) {
    var request =
        TransactionRequest.of(
            new TransactionId(id),
            ScriptedAcceptors.NAMES,
            1,
            Instant.now().plusSeconds(30),
            new RequestingUser("anne", "ucl", List.of("spice"), "scientist", "c-1"),
            List.of(HarcActionXml.write(NAME, List.of(action))));
    return new Message.Prepare(
        request.record(),
        request.caller(),
        request.actionsFor(NAME),
        ScriptedAcceptors.NAMES.getFirst());
  }

  private void start() throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ResourceManagerApplication.class.getName(),
                "--spring.config.name=rm",
                "--spring.config.additional-location=classpath:samples/uklight/rm-newton.yml",
                "--server.port=" + port,
                "--touchpaper.name=" + NAME,
                "--touchpaper.profile=demo",
                "--touchpaper.rm.kind=slurm",
                "--touchpaper.rm.slurm.cluster=newton",
                "--touchpaper.rm.accounts.anne=daemon",
                "--touchpaper.rm.applications=" + home.resolve("applications.yaml"),
                "--touchpaper.peers.bar-ucl.roles=requester",
                "--touchpaper.peers.bar-ucl.secret=between the bar and us",
                "--touchpaper.peers.bar-ucl.sites=ucl",
                "--touchpaper.peers.bystander.secret=between the bystander and us",
                "--touchpaper.peers.lsf.secret=between lsf and us",
                "--touchpaper.peers.lsf.roles=rm"));
    command.addAll(List.of(database.args()));
    command.addAll(acceptors.args());
    command.addAll(cluster.settings());
    var log = ProcessBuilder.Redirect.appendTo(LOG.toFile());
    process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    acceptors.awaitSessions();
  }

  private void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
