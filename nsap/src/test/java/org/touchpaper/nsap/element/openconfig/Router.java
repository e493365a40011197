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
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.transport.HostKeys;
import org.touchpaper.tl1.transport.SshAccess;
import org.touchpaper.tl1.transport.Transport;

/** A VLAN from a customer's port to a link, on a NETCONF server that others wrote, over SSH. */
final class Router implements ElementUnderTest {

  private final OpenConfig make;
  private final String target;

  private final OnDemandWaker waker = new OnDemandWaker();
  private final Netconfd netconfd;
  private final NetconfDoor door;
  private final Make.Line line;
  private NetconfSession others;

  /**
   * One that keeps its files here.
   *
   * @param target {@code candidate} or {@code running}: which configuration is edited
   */
  Router(Path folder, String target) throws IOException {
    this(OpenConfig.plain(), folder, target);
  }

  /** One of this make. */
  Router(OpenConfig make, Path folder, String target) throws IOException {
    this.make = make;
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
    netconfd = new Netconfd(folder, target);
    netconfd.start();
    door = new NetconfDoor(netconfd, waker::ring);
    line = make.open(access(waker));
    others = anOther();
  }

  private NetconfSession anOther() {
    return new NetconfSession(access(waker).endpoint(), timing(waker), TranscriptSink.NONE);
  }

  private static void copy(String model, Path folder) throws IOException {
    try (InputStream in = Router.class.getResourceAsStream("/nsap/yang/" + model)) {
      Files.copy(Objects.requireNonNull(in), folder.resolve(model));
    }
  }

  private Access access(OnDemandWaker of) {
    return new Access(
        new Endpoint(
            "RTR",
            "127.0.0.1",
            door.port(),
            Transport.ssh(
                SshAccess.password("touchpaper", "lightpath").into("netconf"),
                HostKeys.of(door.fingerprint()))),
        MakeUnderTest.LOGIN,
        timing(of),
        TranscriptSink.NONE);
  }

  private static Timing timing(OnDemandWaker waker) {
    return new Timing(
        Clock.systemUTC(),
        waker,
        Duration.ofSeconds(10),
        OnDemandWaker.ANSWER,
        Duration.ofSeconds(60),
        Duration.ofSeconds(1000));
  }

  /** Others say this, as soon as they may. */
  void theySay(String operation) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> others.ask(operation), NetconfReply.Ok.class::isInstance);
  }

  /** Others take the VLAN that the circuit needs; where there is a candidate, in that. */
  void theyEdit() {
    theySay(
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

  void theyCommit() {
    if (target.equals("candidate")) {
      theySay("<commit/>");
    }
  }

  NetconfDoor door() {
    return door;
  }

  OnDemandWaker waker() {
    return waker;
  }

  /** Another of ours, as if of a second process. */
  Make.Line anotherDriver() {
    return make.open(access(waker));
  }

  @Override
  public ElementDriver driver() {
    return line.driver();
  }

  @Override
  public List<Item> wanted() {
    return make.items(
        MakeUnderTest.crossing(
            "RTR", Signal.VLAN, 300, MakeUnderTest.port("xe1"), MakeUnderTest.line("xe2", 3)));
  }

  @Override
  public String takenByOthers() {
    theyEdit();
    theyCommit();
    return "library";
  }

  @Override
  public List<String> edits() {
    return door.edits();
  }

  @Override
  public Object holdings() {
    var reply = others.ask("<get-config><source><running/></source></get-config>");
    if (reply instanceof NetconfReply.Ok(var root)) {
      return Xml.all(root, "data").getFirst().getTextContent().replaceAll("\\s+", " ");
    }
    throw new UncheckedIOException(new IOException(reply.toString()));
  }

  @Override
  public void next(String edit, Trouble trouble) {
    door.next(edit, trouble);
  }

  @Override
  public void crash() {
    door.shut();
    netconfd.stop();
  }

  @Override
  public void restart() {
    crash();
    netconfd.start();
    door.reopen();
    others = anOther();
  }

  @Override
  public void restartEmpty() {
    crash();
    netconfd.forget();
    netconfd.start();
    door.reopen();
    others = anOther();
  }

  @Override
  public Load load() {
    return new Load(door.mostOutstanding(), 1);
  }

  @Override
  public void close() {
    try {
      line.session().close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    others.close();
    door.close();
    netconfd.close();
  }
}
