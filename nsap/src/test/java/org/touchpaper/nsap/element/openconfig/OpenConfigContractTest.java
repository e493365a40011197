package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.DriverContract;
import org.touchpaper.segment.kit.ElementUnderTest;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.transport.HostKeys;
import org.touchpaper.tl1.transport.SshAccess;
import org.touchpaper.tl1.transport.Transport;

/** A VLAN from a customer's port to a link, on a NETCONF server that others wrote, over SSH. */
@Tag("netconf")
class OpenConfigContractTest extends DriverContract {

  @Override
  protected ElementUnderTest open(Path folder) throws IOException {
    return new Router(folder);
  }

  private static final class Router implements ElementUnderTest {

    private static final OpenConfig MAKE = new OpenConfig();
    private static final String THEIRS =
        """
        <edit-config><target><candidate/></target><config>\
        <interfaces xmlns="http://openconfig.net/yang/interfaces">\
        <interface><name>xe2</name><subinterfaces><subinterface><index>7</index>\
        <config><index>7</index><description>library</description></config>\
        <vlan xmlns="http://openconfig.net/yang/vlan"><match><single-tagged><config>\
        <vlan-id>1003</vlan-id></config></single-tagged></match></vlan>\
        </subinterface></subinterfaces></interface></interfaces></config></edit-config>\
        """;

    private final OnDemandWaker waker = new OnDemandWaker();
    private final Netconfd netconfd;
    private final NetconfDoor door;
    private final Make.Line line;
    private final NetconfSession others;

    Router(Path folder) throws IOException {
      for (var model :
          List.of("interfaces", "vlan", "network-instance", "network-instance-types")) {
        copy("openconfig-" + model + ".yang", folder);
      }
      netconfd = new Netconfd(folder);
      netconfd.start();
      door = new NetconfDoor(netconfd, waker::ring);
      line = MAKE.open(access(waker));
      others = new NetconfSession(access(waker).endpoint(), timing(waker), TranscriptSink.NONE);
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

    private void tell(String operation) {
      var reply = others.ask(operation);
      if (!(reply instanceof NetconfReply.Ok)) {
        throw new IllegalStateException(operation + ": " + reply);
      }
    }

    @Override
    public ElementDriver driver() {
      return line.driver();
    }

    @Override
    public List<Item> wanted() {
      return MAKE.items(
          MakeUnderTest.crossing(
              "RTR", Signal.VLAN, 300, MakeUnderTest.port("xe1"), MakeUnderTest.line("xe2", 3)));
    }

    @Override
    public String takenByOthers() {
      tell(THEIRS);
      tell("<commit/>");
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
      others.drop("it restarted");
    }

    @Override
    public void restartEmpty() {
      crash();
      netconfd.forget();
      netconfd.start();
      door.reopen();
      others.drop("it restarted");
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
}
