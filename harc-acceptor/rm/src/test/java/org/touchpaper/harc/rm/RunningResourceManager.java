package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.RmClient;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.rm.slurm.SlurmCluster;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.schedule.DueWork;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.soap.SegmentContracts;

/** A resource manager as a whole service, with three scripted acceptors and a clock to turn. */
final class RunningResourceManager implements AutoCloseable {
  /** Takes a second to load, and is started often. */
  private static final SegmentContracts CONTRACTS = SegmentContracts.load();

  final SettableClock clock = SettableClock.at("2026-12-01T20:59:00Z");
  private final QuietExecutor background = new QuietExecutor();
  final ScriptedAcceptors acceptors;
  private final TestDatabase database = TestDatabases.fresh();
  private final String name;
  private final List<String> own;
  private final PeerHttp asA1 = new PeerHttp("a1");
  private final PeerHttp asBar = new PeerHttp("bar-ucl");
  private ConfigurableApplicationContext context;

  private RunningResourceManager(String name, List<String> own) {
    this(name, own, new ScriptedAcceptors());
  }

  private RunningResourceManager(String name, List<String> own, ScriptedAcceptors acceptors) {
    this.acceptors = acceptors;
    this.name = name;
    this.own = own;
    context = start(CrashSwitch.never());
  }

  /** For newton's calendar; its allocation files are in that directory. */
  static RunningResourceManager newton(Path directory) {
    return new RunningResourceManager(
        "rm-newton",
        List.of(
            "--spring.profiles.active=newton",
            "--touchpaper.rm.calendar.nodes=8",
            "--touchpaper.rm.calendar.directory=" + directory,
            "--touchpaper.peers.bar-ucl.roles=requester"));
  }

  /**
   * For newton's calendar, with a certificate.
   *
   * @param acceptor the first acceptor's streams
   */
  static RunningResourceManager newton(Path directory, Certificates own, Streams acceptor) {
    return new RunningResourceManager(
        "rm-newton",
        List.of(
            "--spring.profiles.active=newton",
            "--touchpaper.rm.calendar.nodes=8",
            "--touchpaper.rm.calendar.directory=" + directory,
            "--touchpaper.tls.certificate=" + own.certificate(),
            "--touchpaper.tls.key=" + own.key(),
            "--touchpaper.tls.authority=" + own.authority(),
            "--touchpaper.peers.bar-ucl.roles=requester"),
        new ScriptedAcceptors(acceptor));
  }

  /** For newton where Slurm schedules it. */
  static RunningResourceManager slurm(SlurmCluster cluster) {
    var own =
        new ArrayList<>(
            List.of(
                "--spring.profiles.active=newton",
                "--touchpaper.rm.kind=slurm",
                "--touchpaper.rm.accounts.anne=daemon",
                "--touchpaper.peers.bar-ucl.roles=requester"));
    own.addAll(cluster.settings());
    return new RunningResourceManager("rm-newton", own);
  }

  /** For a store with 500 of tape. */
  static RunningResourceManager store() {
    return new RunningResourceManager(
        "rm-store",
        List.of(
            "--spring.profiles.active=newton",
            "--touchpaper.rm.kind=generic",
            "--touchpaper.rm.generic.units.tape=500",
            "--touchpaper.peers.bar-ucl.roles=requester"));
  }

  /** For UCL's network, in front of the BAR that listens there. */
  static RunningResourceManager network(URI bar) {
    return new RunningResourceManager(
        "rm-network",
        List.of(
            "--spring.profiles.active=network",
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
            "--touchpaper.schedule.by-hand=true",
            "--touchpaper.peers.bar-ucl.secret=between the bar and us",
            "--touchpaper.peers.bar-ucl.sites=ucl",
            "--touchpaper.peers.bystander.secret=between the bystander and us",
            "--touchpaper.peers.lsf.secret=between lsf and us",
            "--touchpaper.peers.lsf.roles=rm"));
    args.addAll(own);
    return crash
        .into(new SpringApplicationBuilder(ResourceManagerApplication.class))
        .initializers(starting -> {
          starting.getBeanFactory().registerSingleton("clock", clock);
          starting.getBeanFactory().registerSingleton("voterThreads", background);
          starting.getBeanFactory().registerSingleton("segmentContracts", CONTRACTS);
        })
        .run(args.toArray(String[]::new));
  }

  /** As after a kill: on the same database, with the same files. */
  void restart() {
    restart(CrashSwitch.never());
  }

  /** As after a kill, and to be killed again. */
  void restart(CrashSwitch crash) {
    context.close();
    // What was running when it died is due again, as the scheduler sees to when it starts by
    // itself.
    JdbcClient.create(database.dataSource())
        .sql("update scheduled_tasks set picked = false, picked_by = null")
        .update();
    context = start(crash);
  }

  /** Does what is due. */
  void runDueWork() throws InterruptedException {
    DueWork.run(context.getBean(Scheduler.class));
    background.awaitQuiet();
  }

  /** Waits until what goes on beside the answers is done. */
  void awaitQuiet() throws InterruptedException {
    background.awaitQuiet();
  }

  RmClient fromA1() {
    return new RmClient(peer("between a1 and us"), asA1);
  }

  RmClient fromBar() {
    return new RmClient(peer("between the bar and us"), asBar);
  }

  HarcPeer peer(String secret) {
    return new HarcPeer(name, url(), secret);
  }

  URI url() {
    var server = ((WebServerApplicationContext) context).getWebServer();
    return URI.create("http://127.0.0.1:" + (server == null ? 0 : server.getPort()));
  }

  Message.Prepare prepare(String id, Action... actions) {
    var request = request(id, actions);
    return new Message.Prepare(request.record(), request.caller(), request.actionsFor(name), "a1");
  }

  static Message.Decide decide(Message.Prepare prepare, Decision decision) {
    return new Message.Decide(prepare.record(), decision);
  }

  Message.Prepare prepare(String id, Actions actions) {
    var request = request(id, actions);
    return new Message.Prepare(request.record(), request.caller(), actions, "a1");
  }

  private Request request(String id, Action... actions) {
    return request(id, ActionXml.write(name, List.of(actions)));
  }

  private Request request(String id, Actions actions) {
    return Request.of(
        new TransactionId(id),
        ScriptedAcceptors.NAMES,
        1,
        clock.instant().plusSeconds(30),
        new Caller("anne", "ucl", List.of("spice"), "scientist", "c-1"),
        List.of(actions));
  }

  /** All that it has written, as text, so that a test can say that nothing changed. */
  String books() {
    var rows = new StringBuilder();
    var jdbc = JdbcClient.create(database.dataSource());
    for (var table :
        List.of("ledger", "answer", "allocation", "amendment", "lightpath", "scheduled_tasks")) {
      rows.append(
          jdbc.sql("select t::text from " + table + " t order by 1").query(String.class).list());
    }
    return rows.toString();
  }

  @Override
  public void close() {
    context.close();
    asA1.close();
    asBar.close();
    acceptors.close();
  }
}
