package org.touchpaper.elementemulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedNetwork.EmulatorOptions;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;
import tools.jackson.databind.json.JsonMapper;

/** A process with a network of emulated elements, and its inspection server. */
class EmulatedNetworkTest {

  @TempDir Path folder;
  private Path config;

  @BeforeEach
  void configure() throws IOException {
    config = folder.resolve("elements.yaml");
    Files.writeString(
        config,
        """
        controlPort: 0
        logins: { user: touchpaper, password: lightpath, enablePassword: lightpath }
        elements:
          - { tid: LONDON, model: coredirector, port: 0 }
          - { tid: EDGE-UCL, model: ios7600, port: 0 }
        """);
  }

  private EmulatorOptions options() {
    return new EmulatorOptions(
        folder.resolve("data"),
        config,
        -1,
        0,
        RandomFaultSettings.NONE,
        List.of(),
        Map.of(),
        Map.of(),
        null);
  }

  @Test
  void listensForTheAdditionalProtocolsOfTheFile() throws Exception {
    Files.writeString(
        config,
        """
        controlPort: 0
        logins: { user: touchpaper, password: lightpath, enablePassword: lightpath }
        elements:
          - { tid: LONDON, model: coredirector, port: 0, additionalPorts: { raw: 0, ssh: 0 } }
        """);
    try (var network = EmulatedNetwork.start(options())) {
      var london = network.elements().getFirst();
      assertThat(london.port(TransportProtocol.SSH))
          .isPositive()
          .isNotEqualTo(london.port(TransportProtocol.RAW));
      assertThatThrownBy(() -> london.port(TransportProtocol.TLS))
          .hasMessageContaining("does not listen for TLS");
    }
  }

  @Test
  void linksCoreDirectorsAsConfigured() throws Exception {
    var link =
        "osrp:\n  - { a: { node: LONDON, ltp: 1, port: 1-A-1-1 },"
            + " z: { node: LEEDS, ltp: 4, port: 1-A-2-1 } }\n";
    var two = Files.readString(config) + link;
    Files.writeString(config, two);
    assertThatThrownBy(() -> EmulatedNetwork.start(options()))
        .hasMessageContaining("an OSRP link ends at unknown element LEEDS");
    Files.writeString(config, two.replace("LEEDS", "LONDON"));
    assertThat(NetworkConfig.read(config, 0).osrpLinks())
        .containsExactly(
            new ControlPlane.Link(
                new ControlPlane.Ltp("LONDON", 1, "1-A-1-1"),
                new ControlPlane.Ltp("LONDON", 4, "1-A-2-1")));
  }

  @Test
  void showsTheEntitiesOfAnElementAlsoAfterARestart() throws Exception {
    String before;
    try (var network = EmulatedNetwork.start(options())) {
      enterGroup(network.elements().getFirst());
      var london = JsonMapper.shared().readTree(get(network, "/elements/LONDON", 200));
      assertThat(london.at("/entities/GTP/g-1/CTP").asString()).isEqualTo("1-A-1-1-CTP-1");
      before = london.path("entities").toString();
      assertThat(get(network, "/elements/LONDON/transcript", 200))
          .contains(
              "ENT-GTP:LONDON:g-1:2::CTP=1-A-1-1-CTP-1;", "ACT-USER:LONDON:touchpaper:1::****;");
    }
    try (var network = EmulatedNetwork.start(options())) {
      var london = JsonMapper.shared().readTree(get(network, "/elements/LONDON", 200));
      assertThat(london.path("entities")).hasToString(before);
    }
  }

  @Test
  void answersUnknownPathsWithNotFound() throws Exception {
    try (var network = EmulatedNetwork.start(options())) {
      assertThat(get(network, "/health", 200)).contains("UP");
      assertThat(get(network, "/elements", 200)).contains("LONDON", "EDGE-UCL", "ios7600");
      assertThat(get(network, "/elements/PARIS", 404)).contains("/elements/PARIS");
      assertThat(get(network, "/elements/../../etc/passwd", 404)).contains("not found");
    }
  }

  @Test
  void worksWithoutADataPlaneAndSaysWhyThereIsNone() throws Exception {
    try (var network = EmulatedNetwork.start(options())) {
      assertThat(get(network, "/data-plane", 200)).contains("\"off\"", "without a data plane");
    }
    try (var network = EmulatedNetwork.start(withDataPlane("missing.yaml"))) {
      assertThat(get(network, "/data-plane", 200)).contains("\"unavailable\"", "missing.yaml");
      assertThat(get(network, "/health", 200)).contains("UP");
    }
    var campus = "../deploy/samples/uklight/campus-ucl.yaml";
    try (var network = EmulatedNetwork.start(withDataPlane(campus))) {
      assertThat(get(network, "/data-plane", 200))
          .contains("a namespace is given for vis.paris, which is no host", "vis.ucl");
    }
  }

  private EmulatorOptions withDataPlane(String map) {
    return new EmulatorOptions(
        folder.resolve("data"),
        config,
        -1,
        0,
        RandomFaultSettings.NONE,
        List.of(map),
        Map.of("vis.paris", "viewer"),
        Map.of(),
        null);
  }

  @Test
  void namesABusyPortAndTheOptionThatChangesIt() throws IOException {
    try (var busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = busy.getLocalPort();
      Files.writeString(
          config,
          Files.readString(config).replace("coredirector, port: 0", "coredirector, port: " + port));
      assertThat(run("--data", folder.toString(), "--config", config.toString()))
          .startsWith("1 ")
          .contains("port " + port + " for LONDON", "--port-base");
      configure();
      assertThat(
              run(
                  "--data",
                  folder.toString(),
                  "--config",
                  config.toString(),
                  "--control-port",
                  "" + port))
          .startsWith("1 ")
          .contains("port " + port, "--control-port");
    }
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(run()).startsWith("2 ").contains("--data");
    assertThat(run("--data")).startsWith("2 ").contains("--data requires a value");
    assertThat(run("--date", "x")).startsWith("2 ").contains("--date");
    assertThat(run("--data", "x", "--port-base", "many")).startsWith("2 ").contains("--port-base");
    assertThat(run("--data", "x", "--path-agent", "vis.ucl")).contains("must be HOST=PORT");
    assertThat(run("--data", "x", "--path-agent", "vis.ucl=0"))
        .startsWith("2 ")
        .contains("--path-agent requires --path-agent-secret FILE");
  }

  @Test
  void rejectsInvalidFiles() throws IOException {
    Files.writeString(config, Files.readString(config).replace("ios7600", "ios"));
    assertThatThrownBy(() -> EmulatedNetwork.start(options()))
        .hasMessageContaining("elements.yaml")
        .hasMessageContaining("unknown model ios");
  }

  @Test
  void readsTheTenElementsOfTheDemo() throws IOException {
    var demo = NetworkConfig.read(null, 1000);
    assertThat(demo.controlPort()).isEqualTo(11200);
    assertThat(demo.elements()).hasSize(10);
    assertThat(demo.elements().getFirst().tid()).isEqualTo("LONDON");
    assertThat(demo.elements().getFirst().port()).isEqualTo(11201);
  }

  private static String run(String... arguments) {
    var err = new ByteArrayOutputStream();
    var print = new PrintStream(err, true, StandardCharsets.UTF_8);
    return EmulatedNetwork.run(arguments, null, null, print, print)
        + " "
        + err.toString(StandardCharsets.UTF_8);
  }

  private static void enterGroup(EmulatedElement element) {
    try (var session =
        Tl1Session.open(
            new ElementEndpoint("LONDON", "127.0.0.1", element.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      session.send(InputCommand.of("ENT-GTP").withAid("g-1").withBlock("CTP=1-A-1-1-CTP-1"));
    }
  }

  private static String get(EmulatedNetwork network, String path, int status) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + network.controlPort() + path);
      var response =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(status);
      return response.body();
    }
  }
}
