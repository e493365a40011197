package org.touchpaper.platform.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.platform.postgres.TestDatabases;

class PeersTest {

  @SuppressWarnings("NullAway.Init") // set before any test
  private static ExampleNetwork network;

  @BeforeAll
  static void start() {
    network = new ExampleNetwork();
  }

  @AfterAll
  static void stop() {
    network.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/services/SegmentHolder", "/services/SegmentHolder?wsdl", "/harc/query"})
  void anUnknownPeerGets401OnTheLoopbackToo(String path) throws Exception {
    var response = network.send(network.toBar(path).build());
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValue("application/problem+json;charset=UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "nsap, between acceptor and bar",
    "nsap, ''",
    "stranger, between nsap and bar",
    "acceptor, between nsap and bar"
  })
  void aWrongNameOrSecretGets401(String name, String secret) throws Exception {
    var request =
        network
            .toBar("/harc/query")
            .header("Authorization", "Bearer " + secret)
            .header("Touchpaper-Peer", name)
            .build();
    assertThat(network.send(request).statusCode()).isEqualTo(401);
  }

  @Test
  void aNewPeerCallsWithoutARestartUntilItIsRemoved(@TempDir Path folder) throws Exception {
    var secret = Files.writeString(folder.resolve("nsap-2"), "between nsap-2 and bar");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    assertThat(statusOfNsap2("/harc/query")).isEqualTo(401);
    network.changePeersOfBar("nsap-2: { roles: [segment], secret-file: " + secret + " }");
    assertThat(statusOfNsap2("/harc/query")).isEqualTo(200);
    assertThat(statusOfNsap2("/services/SegmentHolder?wsdl")).isEqualTo(200);
    network.changePeersOfBar("nsap-2: { roles: [officer], secret-file: " + secret + " }");
    assertThat(statusOfNsap2("/services/SegmentHolder?wsdl")).isEqualTo(403);
    network.changePeersOfBar();
    assertThat(statusOfNsap2("/services/SegmentHolder?wsdl")).isEqualTo(401);
    assertThat(network.send(network.asNsap("/harc/query").build()).statusCode()).isEqualTo(200);
  }

  private static int statusOfNsap2(String path) throws Exception {
    var request =
        network
            .toBar(path)
            .header("Authorization", "Bearer between nsap-2 and bar")
            .header("Touchpaper-Peer", "nsap-2");
    return network.send(request.build()).statusCode();
  }

  @Test
  void aPersonIsNotAPeer() throws Exception {
    var request =
        network.toBar("/harc/query").header("Authorization", basic("admin", "admin")).build();
    assertThat(network.send(request).statusCode()).isEqualTo(401);
  }

  @Test
  void aPeerGetsAccessByItsRole() throws Exception {
    assertThat(network.send(network.asNsap("/harc/query").build()).body()).isEqualTo("known");
    var prepare = network.asNsap("/harc/prepare").POST(BodyPublishers.noBody());
    assertThat(network.send(prepare.build()).statusCode()).isEqualTo(403);
  }

  @Test
  void aPathWithoutARuleIsClosedToEveryPeer() throws Exception {
    var response = network.send(network.asNsap("/harc/forgotten").build());
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(network.send(network.toBar("/harc/forgotten").build()).statusCode()).isEqualTo(401);
  }

  @Test
  void aServiceIsOpenToItsRolesOnly() throws Exception {
    var request =
        network
            .toBar("/services/SegmentHolder?wsdl")
            .header("Authorization", "Bearer between acceptor and bar")
            .header("Touchpaper-Peer", "acceptor");
    assertThat(network.send(request.build()).statusCode()).isEqualTo(403);
  }

  @Test
  void healthIsOpenAndNamesTheService() throws Exception {
    var response = network.send(network.toBar("/health").build());
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .startsWith("{\"components\":{\"db\":{\"details\":{\"database\":\"PostgreSQL\"")
        .contains("\"service\":{\"details\":{\"name\":\"bar\"},\"status\":\"UP\"}")
        .endsWith("\"status\":\"UP\"}");
  }

  @ParameterizedTest
  @CsvSource({"operator, 200", "admin, 200", "scientist, 403"})
  void metricsAreForOperators(String user, int status) throws Exception {
    var request = network.toBar("/actuator/prometheus").header("Authorization", basic(user, user));
    var response = network.send(request.build());
    assertThat(response.statusCode()).isEqualTo(status);
    if (status == 200) {
      assertThat(response.body())
          .contains("hikaricp_connections{", "http_server_requests_seconds_count{")
          .contains("service=\"bar\"")
          .doesNotContain("spring_security");
    }
  }

  @ParameterizedTest
  @CsvSource({"/actuator/health, 200", "/actuator/health/liveness, 200", "/actuator, 401"})
  void actuatorNeedsALoginButForHealth(String path, int status) throws Exception {
    assertThat(network.send(network.toBar(path).build()).statusCode()).isEqualTo(status);
  }

  @Test
  void aPersonLogsInByHttpBasic() throws Exception {
    var request = echo().header("Authorization", basic("scientist", "scientist")).build();
    assertThat(network.send(request).statusCode()).isEqualTo(200);
    assertThat(network.send(request).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"scientist, wrong", "nobody, nobody"})
  void aWrongLoginGets401(String name, String password) throws Exception {
    var response = network.send(echo().header("Authorization", basic(name, password)).build());
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
  }

  @Test
  void aBrowserIsShownTheLoginPage() throws Exception {
    var response = network.send(network.toBar("/somewhere").header("Accept", "text/html").build());
    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("Location").orElse("")).endsWith("/login");
  }

  @Test
  void aPersonLogsInOnThePageAndGetsACookieNamedAfterTheService() throws Exception {
    var page = network.send(network.toBar("/login").header("Accept", "text/html").build());
    var cookie = page.headers().firstValue("Set-Cookie").orElse("");
    assertThat(cookie).startsWith("TOUCHPAPER-bar=").contains("HttpOnly", "SameSite=Lax");
    var token = page.body().replaceAll("(?s).*name=\"_csrf\"[^>]*value=\"([^\"]*)\".*", "$1");
    var login =
        network
            .toBar("/login")
            .header("Cookie", cookie.replaceAll(";.*", ""))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "username=officer&password=officer&_csrf="
                        + URLEncoder.encode(token, StandardCharsets.UTF_8)));
    var response = network.send(login.build());
    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("Location").orElse("")).doesNotContain("error");
  }

  @Test
  void aSessionAloneCannotPost() throws Exception {
    var response = network.send(echo().header("Cookie", "TOUCHPAPER-bar=x").build());
    assertThat(response.statusCode()).isIn(401, 403);
  }

  /** A browser with a stored password adds it to forms of any site. */
  @ParameterizedTest
  @CsvSource({"cross-site, 403", "same-site, 403", "same-origin, 200", "none, 200"})
  void aPasswordDoesNotAuthenticateAFormOfAnotherSite(String site, int status) throws Exception {
    var request =
        echo()
            .header("Authorization", basic("scientist", "scientist"))
            .header("Sec-Fetch-Site", site)
            .build();
    for (var time = 1; time <= 2; time++) {
      assertThat(network.send(request).statusCode()).isEqualTo(status);
    }
  }

  @Test
  void outsideTheDemoAServiceWithoutUsersDoesNotStart() {
    assertThatThrownBy(() ->
            ExampleNetwork.start("alone", TestDatabases.fresh(), "--touchpaper.profile=production"))
        .rootCause()
        .hasMessageContaining("No users are configured");
  }

  @Test
  void aPeerWithoutASecretDoesNotStart() {
    assertThatThrownBy(() ->
            ExampleNetwork.start(
                "alone", TestDatabases.fresh(), "--touchpaper.peers.nsap.roles=segment"))
        .rootCause()
        .hasMessageContaining("touchpaper.peers.nsap needs a secret");
  }

  private static HttpRequest.Builder echo() {
    return network
        .toBar("/api/echo")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"host\":\"vis.ucl\"}"));
  }

  static String basic(String name, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
  }
}
