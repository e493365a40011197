package org.touchpaper.platform.example;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.KilledError;
import org.touchpaper.platform.example.ExampleApplication.ReceivedMessages;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapContract;
import org.touchpaper.platform.soap.SoapUnreachableException;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.NotifyAnswer;

/**
 * {@code nsap} sends {@code bar} one notification; either may crash, and {@code bar} can be
 * restarted.
 */
public final class CrashScenario implements AutoCloseable {

  private static final String CONNECTION = "5b8f0a3e-5a0d-5a38-9c62-6f5a3f2b7d11";

  private final TestDatabase barDatabase = TestDatabases.fresh();
  private final ConfigurableApplicationContext nsap;
  private ConfigurableApplicationContext bar;

  public CrashScenario(CrashSwitch inBar, CrashSwitch inNsap) {
    bar = startBar(inBar);
    nsap =
        start(
            inNsap,
            TestDatabases.fresh(),
            "nsap",
            "--touchpaper.peers.bar.secret=" + ExampleNetwork.SECRET);
  }

  private ConfigurableApplicationContext startBar(CrashSwitch crash) {
    return start(
        crash,
        barDatabase,
        "bar",
        "--touchpaper.peers.nsap.secret=" + ExampleNetwork.SECRET,
        "--touchpaper.peers.nsap.roles=segment");
  }

  private static ConfigurableApplicationContext start(
      CrashSwitch crash, TestDatabase database, String name, String... args) {
    return ExampleNetwork.start(
        crash.installIn(
            new SpringApplicationBuilder(ExampleApplication.class)
                .properties("touchpaper.schedule.manual=true")), // polling would be counted
        name,
        database,
        args);
  }

  public void restartBar() {
    bar.close();
    bar = startBar(CrashSwitch.never());
  }

  /** Sends it; true if a response arrived. */
  public boolean sendNotification() {
    var known = nsap.getBean(PeerRegistry.class).get("bar");
    var peer = new Peer("bar", URI.create(ExampleNetwork.url(bar)), known.secret(), known.roles());
    try {
      nsap.getBean(SoapClient.class)
          .call(
              peer,
              nsap.getBean(SoapContract.class),
              event(),
              NotifyAnswer.class,
              Duration.ofSeconds(20));
      return true;
    } catch (SoapUnreachableException | KilledError e) {
      return false;
    }
  }

  public boolean isReceived() {
    return bar.getBean(ReceivedMessages.class).connections().contains(CONNECTION);
  }

  private static Notify event() {
    var event = new Notify();
    event.setRequester(ExampleApplication.requester("nsap"));
    event.setConnectionId(CONNECTION);
    event.setAt(Instant.parse("2026-12-01T21:00:00Z"));
    event.setAlarm("loss of signal");
    return event;
  }

  @Override
  public void close() {
    nsap.close();
    bar.close();
  }
}
