package org.touchpaper.nsap.element.openconfig;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectBackoff;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.netconf.NetconfOutcome;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.elementsession.transport.HostKeys;
import org.touchpaper.elementsession.transport.SshCredentials;
import org.touchpaper.elementsession.transport.Transport;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementPluginFixture;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.segment.kit.OnDemandWaker;

/** A circuit from a customer's port to a link on a third-party NETCONF server over SSH. */
final class OpenConfigFixture implements ElementUnderTest {

  /** Pauses that the waker shortens: it would wait in full for the default's longest. */
  private static final ReconnectBackoff RECONNECT =
      new ReconnectBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), () -> 0);

  private final OpenConfigPlugin type;
  private final String target;

  private final OnDemandWaker waker = new OnDemandWaker();
  private final YumaNetconfServer netconfd;
  private final FaultyNetconfListener listener;
  private final ElementPlugin.DriverSession driverSession;
  private NetconfSession foreignSession;

  /**
   * Creates it with its files in a folder.
   *
   * @param target {@code candidate} or {@code running}: the configuration that is edited
   */
  OpenConfigFixture(Path folder, String target) throws IOException {
    this(OpenConfigPlugin.plain(), folder, target);
  }

  /** Creates it for an element type. */
  OpenConfigFixture(OpenConfigPlugin elementPlugin, Path folder, String target) throws IOException {
    this.type = elementPlugin;
    this.target = target;
    for (var model :
        List.of(
            "interfaces",
            "vlan",
            "network-instance",
            "network-instance-types",
            "qos",
            "qos-types")) {
      copy("openconfig-" + model + ".yang", folder);
    }
    netconfd = new YumaNetconfServer(folder, target);
    netconfd.start();
    listener = new FaultyNetconfListener(netconfd, waker::wakeAll);
    driverSession = elementPlugin.open(access(waker));
    foreignSession = openForeignSession();
  }

  private NetconfSession openForeignSession() {
    return new NetconfSession(access(waker).endpoint(), timing(waker), TranscriptSink.NONE);
  }

  private static void copy(String model, Path folder) throws IOException {
    try (InputStream in = OpenConfigFixture.class.getResourceAsStream("/nsap/yang/" + model)) {
      Files.copy(Objects.requireNonNull(in), folder.resolve(model));
    }
  }

  private ElementSettings access(OnDemandWaker of) {
    return ElementPluginFixture.settings(
        new ElementEndpoint(
            "RTR",
            "127.0.0.1",
            listener.port(),
            Transport.ssh(
                new SshCredentials("touchpaper", "lightpath", null, null, "netconf"),
                HostKeys.of(listener.fingerprint()))),
        timing(of),
        Set.of());
  }

  private static SessionTiming timing(OnDemandWaker waker) {
    return new SessionTiming(
        Clock.systemUTC(),
        waker,
        Duration.ofSeconds(10),
        OnDemandWaker.ANSWER,
        Duration.ofSeconds(60),
        Duration.ofSeconds(1000),
        RECONNECT);
  }

  /** Sends an operation as another session, as soon as permitted. */
  void sendAsOthers(String operation) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> foreignSession.call(operation), NetconfOutcome.Ok.class::isInstance);
  }

  /** Takes the circuit's VLAN as another session; in the candidate if there is one. */
  void editAsOthers() {
    sendAsOthers(
        """
        <edit-config><target><%s/></target><config>\
        <interfaces xmlns="http://openconfig.net/yang/interfaces">\
        <interface><name>xe2</name><subinterfaces><subinterface><index>7</index>\
        <config><index>7</index><description>library</description></config>\
        <vlan xmlns="http://openconfig.net/yang/vlan"><match><single-tagged><config>\
        <vlan-id>1003</vlan-id></config></single-tagged></match></vlan>\
        </subinterface></subinterfaces></interface></interfaces></config></edit-config>\
        """
            .formatted(target));
  }

  void commitAsOthers() {
    if (target.equals("candidate")) {
      sendAsOthers("<commit/>");
    }
  }

  FaultyNetconfListener door() {
    return listener;
  }

  OnDemandWaker waker() {
    return waker;
  }

  /** Another driver, as if of a second process. */
  ElementPlugin.DriverSession anotherDriver() {
    return type.open(access(waker));
  }

  @Override
  public ElementDriver driver() {
    return driverSession.driver();
  }

  @Override
  public List<ConfigItem> wanted() {
    return type.items(
        ElementPluginFixture.elementHop(
            "RTR",
            SignalType.VLAN,
            300,
            ElementPluginFixture.port("xe1"),
            ElementPluginFixture.line("xe2", 3)));
  }

  @Override
  public String occupyByOther() {
    editAsOthers();
    commitAsOthers();
    return "library";
  }

  @Override
  public List<String> edits() {
    return listener.edits();
  }

  @Override
  public Object configuration() {
    var reply = foreignSession.call("<get-config><source><running/></source></get-config>");
    if (reply instanceof NetconfOutcome.Ok(var root)) {
      return SecureXml.elementsAt(root, "data").getFirst().getTextContent().replaceAll("\\s+", " ");
    }
    throw new UncheckedIOException(new IOException(reply.toString()));
  }

  @Override
  public void failNext(String edit, Trouble trouble) {
    listener.injectOnce(edit, trouble);
  }

  @Override
  public void crash() {
    listener.shut();
    netconfd.stop();
  }

  @Override
  public void restart() {
    crash();
    netconfd.start();
    listener.reopen();
    foreignSession = openForeignSession();
  }

  @Override
  public void restartEmpty() {
    crash();
    netconfd.resetToFactory();
    netconfd.start();
    listener.reopen();
    foreignSession = openForeignSession();
  }

  @Override
  public Load load() {
    return new Load(listener.mostOutstanding(), 1);
  }

  @Override
  public void close() {
    try {
      driverSession.session().close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    foreignSession.close();
    listener.close();
    netconfd.close();
  }
}
