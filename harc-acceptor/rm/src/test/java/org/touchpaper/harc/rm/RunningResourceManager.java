package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.ResourceManagerClient;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.rm.backend.slurm.SlurmCluster;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.harc.transport.message.StreamMessage;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.schedule.DueTasks;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.soap.SegmentAndHolderContracts;

/** A resource manager as a complete service, with three scripted acceptors and a settable clock. */
final class RunningResourceManager implements AutoCloseable {
  /** Takes a second to load, and is needed at each start. */
  private static final SegmentAndHolderContracts CONTRACTS = SegmentAndHolderContracts.load();

  final SettableClock clock = SettableClock.at("2026-12-01T20:59:00Z");
  private final IdleAwareExecutor background = new IdleAwareExecutor();
  final ScriptedAcceptors acceptors;
  private final TestDatabase database = TestDatabases.fresh();
  private final String name;
  private final List<String> ownSettings;
  private final PeerHttpClient httpAsBar = new PeerHttpClient("bar-ucl");
  private ConfigurableApplicationContext context;

  private RunningResourceManager(String name, List<String> ownSettings) {
    this(name, ownSettings, new ScriptedAcceptors());
  }

  private RunningResourceManager(
      String name, List<String> ownSettings, ScriptedAcceptors acceptors) {
    this.acceptors = acceptors;
    this.name = name;
    this.ownSettings = ownSettings;
    context = start(CrashSwitch.never());
    acceptors.awaitSessions();
  }

  /** For newton's calendar, with allocation files in that directory. */
  static RunningResourceManager newton(Path directory) {
    return new RunningResourceManager(
        "rm-newton",
        List.of(
            "--spring.config.additional-location=classpath:samples/uklight/rm-newton.yml",
            "--touchpaper.rm.calendar.nodes=8",
            "--touchpaper.rm.calendar.directory=" + directory,
            "--touchpaper.peers.bar-ucl.roles=requester"));
  }

  /**
   * For newton's calendar, with a certificate.
   *
   * @param acceptor the first acceptor's streams
   */
  static RunningResourceManager newton(
      Path directory, TlsCertificatePaths own, PeerStreams acceptor) {
    return new RunningResourceManager(
        "rm-newton",
        List.of(
            "--spring.config.additional-location=classpath:samples/uklight/rm-newton.yml",
            "--touchpaper.rm.calendar.nodes=8",
            "--touchpaper.rm.calendar.directory=" + directory,
            "--touchpaper.tls.certificate=" + own.certificate(),
            "--touchpaper.tls.key=" + own.key(),
            "--touchpaper.tls.authority=" + own.trustedCertificates(),
            "--touchpaper.peers.bar-ucl.roles=requester"),
        new ScriptedAcceptors(acceptor));
  }

  /** For newton where Slurm schedules it. */
  static RunningResourceManager slurm(SlurmCluster cluster) {
    var ownSettings =
        new ArrayList<>(
            List.of(
                "--spring.config.additional-location=classpath:samples/uklight/rm-newton.yml",
                "--touchpaper.rm.kind=slurm",
                "--touchpaper.rm.slurm.cluster=newton",
                "--touchpaper.rm.accounts.anne=daemon",
                "--touchpaper.peers.bar-ucl.roles=requester"));
    ownSettings.addAll(cluster.settings());
    return new RunningResourceManager("rm-newton", ownSettings);
  }

  /** For a store with 500 of tape. */
  static RunningResourceManager store() {
    return new RunningResourceManager(
        "rm-store",
        List.of(
            "--spring.config.additional-location=classpath:samples/uklight/rm-newton.yml",
            "--touchpaper.rm.kind=generic",
            "--touchpaper.rm.generic.units.tape=500",
            "--touchpaper.peers.bar-ucl.roles=requester"));
  }

  /** For UCL's network, in front of the BAR on that port. */
  static RunningResourceManager network(URI bar) {
    return new RunningResourceManager(
        "rm-network",
        List.of(
            "--spring.config.additional-location=classpath:samples/uklight/rm-network.yml",
            "--touchpaper.peers.bar-ucl.url=" + bar,
            "--touchpaper.peers.bar-ucl.roles=segment,requester"));
  }

  String name() {
    return name;
  }

  private ConfigurableApplicationContext start(CrashSwitch crash) {
    var args = new ArrayList<>(List.of(database.args()));
    args.addAll(acceptors.args());
    args.addAll(
        List.of(
            "--spring.config.name=rm",
            "--server.port=0",
            "--touchpaper.name=" + name,
            "--touchpaper.profile=demo",
            "--touchpaper.schedule.manual=true",
            "--touchpaper.peers.bar-ucl.secret=between the bar and us",
            "--touchpaper.peers.bar-ucl.sites=ucl",
            "--touchpaper.peers.bystander.secret=between the bystander and us",
            "--touchpaper.peers.lsf.secret=between lsf and us",
            "--touchpaper.peers.lsf.roles=rm"));
    args.addAll(ownSettings);
    return crash
        .installIn(new SpringApplicationBuilder(ResourceManagerApplication.class))
        .initializers(application -> {
          application.getBeanFactory().registerSingleton("clock", clock);
          application.getBeanFactory().registerSingleton("voterThreads", background);
          application.getBeanFactory().registerSingleton("segmentContracts", CONTRACTS);
        })
        .run(args.toArray(String[]::new));
  }

  /** Restarts it as after a crash: on the same database, with the same files. */
  void restart() {
    restart(CrashSwitch.never());
  }

  /** Restarts it as after a crash, with another crash injected. */
  void restart(CrashSwitch crash) {
    context.close();
    // Executions that a crash interrupted are due again, which db-scheduler otherwise detects
    // after a while.
    JdbcClient.create(database.dataSource())
        .sql("update scheduled_tasks set picked = false, picked_by = null")
        .update();
    context = start(crash);
    acceptors.awaitSessions();
  }

  /** Keeps a transaction locked in the database until the connection is closed. */
  Connection lockTransaction(String id) throws SQLException {
    var connection = database.dataSource().getConnection();
    connection.setAutoCommit(false);
    try (var lock =
        connection.prepareStatement("select pg_advisory_xact_lock(hashtextextended(?, 1987))")) {
      lock.setString(1, id);
      lock.execute();
    }
    return connection;
  }

  /** Runs all due tasks. */
  void runDueWork() throws InterruptedException {
    DueTasks.run(context.getBean(Scheduler.class));
    background.awaitIdle();
  }

  /** The beans of the tasks that it carries out when they are due. */
  List<String> taskNames() {
    return List.of(context.getBeanNamesForType(Task.class));
  }

  /** Waits until no background task is running. */
  void awaitIdle() throws InterruptedException {
    background.awaitIdle();
  }

  /** What the first acceptor sends. */
  final class AcceptorStream {
    /** Sends Prepare; returns when it is received. */
    void prepare(Message.Prepare prepare) throws InterruptedException {
      background.awaitReceived(
          () -> acceptors.stream().send(new StreamMessage.ProtocolMessage(prepare)));
    }

    /** Sends a decision; returns when it is durable. */
    void decide(Message.Decide decide) throws InterruptedException {
      background.awaitReceived(
          () -> acceptors.stream().send(new StreamMessage.ProtocolMessage(decide)));
      background.awaitIdle();
    }
  }

  AcceptorStream clientOfA1() {
    return new AcceptorStream();
  }

  ResourceManagerClient clientOfBar() {
    return new ResourceManagerClient(peer("between the bar and us"), httpAsBar);
  }

  PeerEndpoint peer(String secret) {
    return new PeerEndpoint(name, url(), secret);
  }

  URI url() {
    var server = ((WebServerApplicationContext) context).getWebServer();
    return URI.create("http://127.0.0.1:" + (server == null ? 0 : server.getPort()));
  }

  Message.Prepare prepare(String id, HarcAction... actions) {
    var request = request(id, actions);
    return new Message.Prepare(request.record(), request.caller(), request.actionsFor(name), "a1");
  }

  static Message.Decide decide(Message.Prepare prepare, Decision decision) {
    return new Message.Decide(prepare.record(), decision);
  }

  Message.Prepare prepare(String id, ResourceManagerActions actions) {
    var request = request(id, actions);
    return new Message.Prepare(request.record(), request.caller(), actions, "a1");
  }

  private TransactionRequest request(String id, HarcAction... actions) {
    return request(id, HarcActionXml.write(name, List.of(actions)));
  }

  private TransactionRequest request(String id, ResourceManagerActions actions) {
    return TransactionRequest.of(
        new TransactionId(id),
        ScriptedAcceptors.NAMES,
        1,
        clock.instant().plusSeconds(30),
        new RequestingUser("anne", "ucl", List.of("spice"), "scientist", "c-1"),
        List.of(actions));
  }

  /** The rows it has written, as text, so that a test can verify that nothing changed. */
  String databaseText() {
    var rows = new StringBuilder();
    var jdbc = JdbcClient.create(database.dataSource());
    for (var table :
        List.of(
            "vote_record",
            "prepared_transaction",
            "booking",
            "amendment",
            "lightpath",
            "scheduled_tasks")) {
      rows.append(
          jdbc.sql("select t::text from " + table + " t order by 1").query(String.class).list());
    }
    return rows.toString();
  }

  @Override
  public void close() {
    context.close();
    httpAsBar.close();
    acceptors.close();
  }
}
