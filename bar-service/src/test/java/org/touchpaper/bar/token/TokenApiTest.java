package org.touchpaper.bar.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.UserDetailsManager;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.schema.openapi.OpenApiContract;
import org.touchpaper.schema.openapi.OpenApiContract.Operation;

/** Tokens as programs use them, at a real BAR; each request is sent twice. */
class TokenApiTest {

  private static final String TOKENS = "/api/v1/tokens";
  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  private static final String RESERVATIONS = "/api/v1/reservations";
  private static final OpenApiContract CONTRACT = new OpenApiContract();

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  private static ApiReply make(ApiClient owner, String scopes) {
    var reply = owner.post(TOKENS, "{\"name\":\"workflow\",\"scopes\":[%s]}".formatted(scopes));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply;
  }

  private ApiClient withToken(String user, String scopes) {
    return fixture.clientWithToken(make(fixture.clientFor(user), scopes).text("/secret"));
  }

  private UserDetailsManager users() {
    return (UserDetailsManager) fixture.bean(UserDetailsService.class);
  }

  @Test
  void itsOwnerBooksWithIt() {
    var program = withToken("scientist", "\"read\",\"book\"");
    var first = program.post(CO_ALLOCATIONS, RequestBodies.BOTH, "k-1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/owner")).isEqualTo("scientist");
    assertThat(program.post(CO_ALLOCATIONS, RequestBodies.BOTH, "k-1").text("/id"))
        .isEqualTo(first.text("/id"));
    assertThat(scientist.get(first.header("Location")).status()).isEqualTo(200);
    for (var time = 1; time <= 2; time++) {
      assertThat(program.delete(first.header("Location")).text("/state")).isEqualTo("CANCELLED");
    }
  }

  @Test
  void theSecretIsReturnedOnceAndStoredNowhere() {
    var made = make(scientist, "\"read\"");
    assertThat(made.text("/secret")).matches("tp_[0-9a-f]{64}");
    var listed = scientist.get(TOKENS);
    assertThat(listed.json().path("items")).hasSize(1);
    assertThat(listed.text("/items/0/id")).isEqualTo(made.text("/id"));
    assertThat(listed.text("/items/0/scopes/0")).isEqualTo("read");
    assertThat(listed.body()).doesNotContain("secret", made.text("/secret"));
    assertThat(fixture.dumpTables().toString())
        .doesNotContain(made.text("/secret"))
        .contains(new TokenSecret(made.text("/secret")).hash());
  }

  @Test
  void aUserSeesAndRevokesOnlyTheirOwn() {
    var token = make(scientist, "\"read\"");
    for (var other : List.of("operator", "officer", "admin")) {
      var client = fixture.clientFor(other);
      assertThat(client.get(TOKENS).json().path("items")).isEmpty();
      for (var time = 1; time <= 2; time++) {
        assertThat(client.delete(TOKENS + "/" + token.text("/id")).status()).isEqualTo(404);
      }
    }
    assertThat(fixture.clientWithToken(token.text("/secret")).get(CO_ALLOCATIONS).status())
        .isEqualTo(200);
  }

  @Test
  void aRevokedTokenIsRefusedAtOnce() {
    var token = make(scientist, "\"read\"");
    var program = fixture.clientWithToken(token.text("/secret"));
    assertThat(program.get(CO_ALLOCATIONS).status()).isEqualTo(200);
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.delete(TOKENS + "/" + token.text("/id")).status()).isEqualTo(204);
      assertRefused(program.get(CO_ALLOCATIONS), "the token is unknown or revoked");
    }
    assertThat(scientist.get(TOKENS).json().path("items")).isEmpty();
  }

  @Test
  void itExpires() {
    var token =
        scientist.post(
            TOKENS,
            """
            { "name": "for an hour", "scopes": ["read"], "expiresAt": "2026-12-01T22:00:00+01:00" }
            """);
    assertThat(token.text("/expiresAt")).isEqualTo("2026-12-01T21:00:00Z");
    var program = fixture.clientWithToken(token.text("/secret"));
    fixture.clock.set(Instant.parse("2026-12-01T20:59:59Z"));
    assertThat(program.get(CO_ALLOCATIONS).status()).isEqualTo(200);
    fixture.clock.set(Instant.parse("2026-12-01T21:00:00Z"));
    for (var time = 1; time <= 2; time++) {
      assertRefused(program.get(CO_ALLOCATIONS), "the token expired at 2026-12-01T21:00:00Z");
    }
    assertThat(scientist.get(TOKENS).json().path("items")).hasSize(1);
    make(scientist, "\"read\"");
    assertThat(scientist.get(TOKENS).json().path("items")).hasSize(1);
  }

  @Test
  void itExpiresAfter90DaysUnlessItsOwnerSaysOtherwise() {
    assertThat(Instant.parse(make(scientist, "\"read\"").text("/expiresAt")))
        .isEqualTo(BarFixture.NOW.plus(Duration.ofDays(90)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"scopes":["read"]}                                                    | 400 | name: required
          {"name":"","scopes" :["read"]}                                         | 400 | name: required
          {"name":false,"scopes":["read"]}                                       | 400 | name: malformed
          {"name":12,"scopes":["read"]}                                          | 400 | name: malformed
          {"name":1.5,"scopes":["read"]}                                         | 400 | name: malformed
          {"name":"a","scopes":[true]}                                           | 400 | scopes[0]: malformed
          {"name":"a\\u0007b","scopes":["read"]}                                 | 400 | name: one-line
          {"name":"a"}                                                           | 400 | scopes: required
          {"name":"a","scopes":[]}                                               | 400 | scopes: required
          {"name":"a","scopes":["admin"]}                                        | 400 | scopes: known-scope
          {"name":"a","scopes":["read"],"owner":"admin"}                         | 400 | owner: unknown
          {"name":"a","scopes":["read"],"expiresAt":"soon"}                      | 400 | expiresAt: rfc-3339
          {"name":"a","scopes":["read"],"expiresAt":"2026-12-01T20:00:00Z"}      | 422 | expiresAt: not-in-the-past
          {"name":"a","scopes":["read"],"expiresAt":"2027-12-03T20:00:00Z"}      | 422 | expiresAt: within-max-lifetime
          {"name":"a","scopes":["read","operate"]}                               | 422 | scopes: within-your-roles
          """)
  void aTokenThatMayNotBeMadeIsNotMade(String body, int status, String error) {
    for (var time = 1; time <= 2; time++) {
      var reply = scientist.post(TOKENS, body);
      assertThat(reply.status()).as(reply.body()).isEqualTo(status);
      assertThat(reply.errors()).containsExactly(error);
    }
    assertThat(scientist.get(TOKENS).json().path("items")).isEmpty();
  }

  @Test
  void aUserHasAtMost100() {
    for (var i = 0; i < TokenService.MAX_TOKENS; i++) {
      make(scientist, "\"read\"");
    }
    for (var time = 1; time <= 2; time++) {
      var reply = scientist.post(TOKENS, "{\"name\":\"a\",\"scopes\":[\"read\"]}");
      assertThat(reply.status()).isEqualTo(422);
      assertThat(reply.errors()).containsExactly(": at-most-100-tokens");
    }
    make(fixture.clientFor("operator"), "\"read\"");
  }

  /** A user who is removed makes no more tokens, and one who revokes all has none to be counted. */
  @Test
  void tokensOfNoUseAreRemovedWhoeverOwnedThem() {
    var revoked = make(scientist, "\"read\"").text("/id");
    make(fixture.clientFor("operator"), "\"read\"");
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.delete(TOKENS + "/" + revoked).status()).isEqualTo(204);
    }
    make(fixture.clientFor("admin"), "\"read\"");
    assertThat(scientist.delete(TOKENS + "/" + revoked).status()).isEqualTo(204);
    fixture.clock.advance(Duration.ofDays(1));
    make(fixture.clientFor("admin"), "\"read\"");
    assertThat(owners()).containsExactlyInAnyOrder("operator", "admin", "admin");
    fixture.clock.advance(Duration.ofDays(90));
    make(fixture.clientFor("officer"), "\"operate\"");
    assertThat(owners()).containsExactly("officer");
  }

  private List<@Nullable String> owners() {
    return fixture.jdbc().queryForList("select owner from api_token", String.class);
  }

  static Stream<Operation> operations() {
    return CONTRACT.operations().filter(operation -> operation.line().contains(" /api/"));
  }

  /** The scopes in the OpenAPI document are those that are enforced. */
  @ParameterizedTest
  @MethodSource("operations")
  void anOperationNeedsTheScopeThatTheContractNames(Operation operation) {
    var sufficient = operation.bearerScopes(CONTRACT.document().get("security"));
    var other = sufficient.contains("read") ? "book" : "read";
    var program = withToken("scientist", '"' + other + '"');
    var call = operation.line().split(" ", 2);
    var path = call[1].replaceAll("\\{[^}]*}", "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
    for (var time = 1; time <= 2; time++) {
      var reply = program.send(program.requestTo(path).method(call[0], BodyPublishers.noBody()));
      assertThat(reply.status()).isEqualTo(403);
      if (sufficient.isEmpty()) {
        assertThat(reply.text("/detail")).contains("with user name and password");
      } else {
        assertThat(reply.text("/detail")).contains("scope " + String.join(" or ", sufficient));
        assertThat(reply.header("WWW-Authenticate"))
            .isEqualTo(
                "Bearer error=\"insufficient_scope\", scope=\"" + sufficient.getFirst() + "\"");
      }
    }
    assertThat(fixture.harc.receivedMessages()).isEmpty();
  }

  @Test
  void withoutOperateAnOperatorsTokenSeesOnlyTheOperatorsBookings() {
    var id = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
    var narrow = withToken("operator", "\"read\",\"book\"");
    assertThat(narrow.get(id).status()).isEqualTo(404);
    assertThat(narrow.get(CO_ALLOCATIONS).json().path("items")).isEmpty();
    var wide = withToken("operator", "\"read\",\"operate\"");
    assertThat(wide.get(id).status()).isEqualTo(200);
    assertThat(wide.get(CO_ALLOCATIONS).json().path("items")).hasSize(1);
    assertThat(wide.delete(id).status()).isEqualTo(403);
  }

  @Test
  void anOfficersTokenEndsLightpathsAndBooksNothing() {
    var officer = fixture.clientFor("officer");
    var refused = officer.post(TOKENS, "{\"name\":\"a\",\"scopes\":[\"book\"]}");
    assertThat(refused.errors()).containsExactly("scopes: within-your-roles");
    var location = scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH).header("Location");
    var program = withToken("officer", "\"operate\"");
    assertThat(program.post(RESERVATIONS, RequestBodies.LIGHTPATH).status()).isEqualTo(403);
    for (var time = 1; time <= 2; time++) {
      assertThat(program.delete(location).status()).isEqualTo(200);
    }
    assertThat(scientist.get(location).text("/state")).isEqualTo("FAILED");
  }

  @Test
  void whatItsOwnerLosesTheTokenLoses() {
    users().createUser(User.withUsername("anne").password("{noop}anne").roles("OPERATOR").build());
    try {
      var all = withToken("anne", "\"read\",\"book\",\"operate\"");
      var location = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
      assertThat(all.get(location).status()).isEqualTo(200);
      users()
          .updateUser(User.withUsername("anne").password("{noop}anne").roles("SCIENTIST").build());
      assertThat(all.get(location).status()).isEqualTo(404);
      assertThat(all.post(RESERVATIONS, RequestBodies.LIGHTPATH).status()).isEqualTo(201);
      users().updateUser(User.withUsername("anne").password("{noop}anne").roles("OFFICER").build());
      assertThat(all.post(RESERVATIONS, RequestBodies.LIGHTPATH).status()).isEqualTo(403);
      assertThat(all.get(location).status()).isEqualTo(200);
      users().deleteUser("anne");
      for (var time = 1; time <= 2; time++) {
        assertRefused(all.get(location), "the owner of the token is not a user any more");
      }
    } finally {
      users().deleteUser("anne");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tp_",
    "scientist",
    "tp_0000000000000000000000000000000000000000000000000000000000000000"
  })
  void anUnknownTokenIsRefused(String secret) {
    var program = fixture.clientWithToken(secret);
    for (var time = 1; time <= 2; time++) {
      assertRefused(program.get(CO_ALLOCATIONS), "the token is unknown or revoked");
      assertRefused(
          program.post(CO_ALLOCATIONS, RequestBodies.BOTH), "the token is unknown or revoked");
    }
    assertThat(fixture.harc.receivedMessages()).isEmpty();
  }

  private static void assertRefused(ApiReply reply, String reason) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(401);
    assertThat(reply.text("/detail")).isEqualTo(reason);
    assertThat(reply.header("WWW-Authenticate"))
        .isEqualTo("Bearer error=\"invalid_token\", error_description=\"" + reason + "\"");
  }

  @Test
  void itsLastUseIsWrittenAtMostOnceAMinute() {
    var program = withToken("scientist", "\"read\"");
    assertThat(scientist.get(TOKENS).json().at("/items/0").has("lastUsedAt")).isFalse();
    program.get(CO_ALLOCATIONS);
    fixture.clock.set(BarFixture.NOW.plusSeconds(59));
    program.get(CO_ALLOCATIONS);
    assertThat(scientist.get(TOKENS).text("/items/0/lastUsedAt")).isEqualTo("2026-12-01T20:00:00Z");
    fixture.clock.set(BarFixture.NOW.plusSeconds(60));
    program.get(CO_ALLOCATIONS);
    assertThat(scientist.get(TOKENS).text("/items/0/lastUsedAt")).isEqualTo("2026-12-01T20:01:00Z");
  }

  @Test
  void itOpensNoPageAndNoPathOfAPeer() throws Exception {
    var secret = make(fixture.clientFor("admin"), "\"read\",\"book\",\"operate\"").text("/secret");
    for (var path : List.of("/", "/elements", "/actuator/prometheus", "/harc/query", "/book")) {
      var request =
          fixture
              .clientWithToken(secret)
              .requestTo(path)
              .header("Touchpaper-Peer", "nsap")
              .GET()
              .build();
      var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(path).isEqualTo(401);
    }
  }

  /** A token is asked for, whoever is logged in in the same browser. */
  @Test
  void aSessionDoesNotStandInForAWrongToken() {
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    assertThat(browser.getFragment(TOKENS).status()).isEqualTo(200);
    assertThat(browser.getWithToken(TOKENS, "tp_").status()).isEqualTo(401);
    assertThat(browser.getFragment(TOKENS).status()).isEqualTo(200);
  }

  @Test
  void itFollowsEvents() throws Exception {
    var secret = make(scientist, "\"read\"").text("/secret");
    var request = fixture.clientWithToken(secret).requestTo("/api/v1/events").GET().build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines().filter(line -> line.startsWith("data:")).findFirst()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Timeout(60)
  void aStreamEndsSoonAfterItsToken(boolean isRevoked) throws Exception {
    var token = make(scientist, "\"read\"");
    var request =
        fixture.clientWithToken(token.text("/secret")).requestTo("/api/v1/events").GET().build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo(":watching");
      if (isRevoked) {
        scientist.delete(TOKENS + "/" + token.text("/id"));
      } else {
        fixture.clock.advance(Duration.ofDays(91));
      }
      assertThat(lines.lines()).noneMatch(line -> line.startsWith("data:")); // up to its end
    }
  }
}
