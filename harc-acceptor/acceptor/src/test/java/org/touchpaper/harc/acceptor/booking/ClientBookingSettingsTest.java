package org.touchpaper.harc.acceptor.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.settings.SettingsFile;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.TransactionRequest;

/** A call of a client becomes a transaction by its key, its actions and the configuration alone. */
public class ClientBookingSettingsTest {
  /** PoS(ESLEA)016 Figure 3, as printed. */
  public static final String FIGURE_3 =
      """
      <Schedule><TimeSpecification><Exact>
        <StartTime>2007-04-25T21:00:00Z</StartTime>
        <EndTime>2007-04-25T22:00:00Z</EndTime>
      </Exact></TimeSpecification></Schedule>
      <Work>
        <Path>
          <From>RA1</From><To>BT2</To>
          <BandwidthMbs>10240</BandwidthMbs>
        </Path>
      </Work>
      """;

  private static final BookingIdempotencyKey KEY =
      BookingIdempotencyKey.parse("01122a54-3200-7abc-8def-0123456789ab");

  private static final List<String> SETTINGS =
      List.of(
          "touchpaper.peers.acceptor-2.roles=acceptor",
          "touchpaper.peers.acceptor-2.stream=a:1",
          "touchpaper.peers.acceptor-3.roles=acceptor",
          "touchpaper.peers.acceptor-3.stream=a:2",
          "touchpaper.peers.rm-network.roles=rm",
          "touchpaper.peers.rm-newton.roles=rm",
          "touchpaper.peers.portal.roles=client",
          "touchpaper.peers.portal.user=jon",
          "touchpaper.peers.portal.sites=cct",
          "touchpaper.peers.portal.virtual-organisations=enlightened",
          "touchpaper.acceptor.resources.rm-network=RA1, BT2",
          "touchpaper.acceptor.resources.rm-newton=newton");

  @TempDir private Path directory;

  private ClientBookingSettings read(String self, List<String> lines) throws IOException {
    var all = new ArrayList<>(lines);
    lines.stream()
        .filter(line -> line.contains(".roles="))
        .forEach(line -> all.add(line.replaceFirst("roles=.*", "secret=s")));
    var file = SettingsFile.read(Files.write(directory.resolve("acceptor.properties"), all));
    var bookings = ClientBookingSettings.read(file, self, AcceptorPeers.read(file));
    file.check();
    return bookings;
  }

  private TransactionRequest request(String body) throws IOException {
    return read("acceptor-1", SETTINGS).toRequest(KEY, "portal", HarcActionXml.readBookings(body));
  }

  @Test
  void figure3IsAMakeOfALightpath() throws IOException {
    var request = request(FIGURE_3);
    assertThat(request.record().id()).isEqualTo(KEY.transactionId());
    assertThat(request.record().voteBy()).isEqualTo("2007-04-25T20:01:00Z");
    assertThat(request.record().resourceManagers()).containsExactly("rm-network");
    assertThat(request.record().acceptors())
        .containsExactly("acceptor-1", "acceptor-2", "acceptor-3");
    assertThat(request.caller().name()).isEqualTo("jon");
    assertThat(request.caller().homeSite()).isEqualTo("cct");
    assertThat(request.caller().virtualOrganisations()).containsExactly("enlightened");
    assertThat(request.caller().role()).isEqualTo("scientist");
    assertThat(HarcActionXml.read(request.actions().getFirst()))
        .singleElement()
        .isInstanceOfSatisfying(
            HarcAction.Make.class,
            make -> {
              assertThat(make.bookingId()).isEqualTo(KEY.ident(1, "rm-network"));
              assertThat(make.work()).isEqualTo(new HarcAction.Lightpath("RA1", "BT2", 10_240));
            });
  }

  @Test
  void anotherAcceptorComputesTheSameRecord() throws IOException {
    var others = SETTINGS.stream().map(line -> line.replace("acceptor-2", "acceptor-1")).toList();
    var repeated =
        HarcActionXml.readBookings("<?xml version='1.0'?>" + FIGURE_3.replace("\n", " "));
    assertThat(read("acceptor-2", others).toRequest(KEY, "portal", repeated))
        .isEqualTo(request(FIGURE_3));
  }

  /** A second Work has the Schedule before it; two equal ones are two bookings. */
  @Test
  void computeStandsBesideTheLightpath() throws IOException {
    var nodes = "<Work><Compute><Resource>newton</Resource><Nodes>4</Nodes></Compute></Work>";
    var request = request(FIGURE_3 + nodes + nodes);
    assertThat(request.record().resourceManagers()).containsExactly("rm-network", "rm-newton");
    assertThat(HarcActionXml.read(request.actions().getLast()))
        .extracting(HarcAction::bookingId)
        .containsExactly(KEY.ident(2, "rm-newton"), KEY.ident(3, "rm-newton"));
  }

  @Test
  void modifyAndCancelGoToTheResourceManagerThatTheIdentNames() throws IOException {
    var request =
        request(
            "<h:Cancel><h:Ident>%s</h:Ident></h:Cancel><h:Modify><h:Ident>%s</h:Ident>%s</h:Modify>"
                .formatted(
                    KEY.ident(1, "rm-network"),
                    KEY.ident(2, "rm-newton"),
                    FIGURE_3.substring(0, FIGURE_3.indexOf("<Work>"))));
    assertThat(request.record().resourceManagers()).containsExactly("rm-network", "rm-newton");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <To>BT2           | <To>BT9             | To BT9 is not known here. Known are: BT2, RA1, newton
          <To>BT2           | <To>newton          | RA1 and newton belong to different networks
          2007-04-25T22     | 2007-04-25T21       | StartTime 2007-04-25T21:00:00Z must be before EndTime
          2007-04-25T22     | tomorrow            | the body must contain Schedule and Work
          Schedule>         | Times>              | the body must contain Schedule and Work
          10240             | 0                   | the body must contain Schedule and Work
          Path>             | Telescope>          | unknown element Telescope in Work: use Path
          </Work>           | </Work></h:Bookings><h:Bookings> | the body must contain Schedule
          </Work>           | </Work><h:Cancel><h:Ident>x</h:Ident></h:Cancel> | Ident x was not made by a call to
          <Schedule>        | <h:Make><h:Ident>x</h:Ident><Schedule> | Make must have no Ident
          """)
  void aWrongBodyIsRefusedWithCauseAndRemedy(String text, String wrong, String reason) {
    var body = FIGURE_3.replace(text, wrong);
    assertThatThrownBy(() -> request(wrong.contains("Make>") ? body + "</h:Make>" : body))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          portal.sites=cct              | portal.sites=             | touchpaper.peers.portal.sites: [example]
          portal.sites=cct              | portal.sites=cct,ucl      | must name one site
          portal.user=jon               | portal.user-role=boss     | user-role must be scientist
          resources.rm-newton=newton    | resources.rm-newton=RA1   | RA1 is a resource of
          resources.rm-newton=newton    | resources.rm-typo=newton  | no peer has this name and the role rm
          acceptor-3.roles=acceptor     | acceptor-3.roles=rm       | the number of acceptors must be odd
          """)
  void wrongSettingsAreReported(String line, String wrong, String reason) {
    var lines = SETTINGS.stream().map(setting -> setting.replace(line, wrong)).toList();
    assertThatThrownBy(() -> read("acceptor-1", lines)).hasMessageContaining(reason);
  }

  @Test
  void anAcceptorWithoutClientsNeedsNoResources() throws IOException {
    assertThat(read("acceptor-1", SETTINGS.subList(0, 6)).users()).isEqualTo(Map.of());
  }
}
