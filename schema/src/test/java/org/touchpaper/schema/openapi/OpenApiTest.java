package org.touchpaper.schema.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.schema.openapi.OpenApiContract.Example;
import org.touchpaper.schema.openapi.OpenApiContract.Operation;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {
  private static final OpenApiContract CONTRACT = new OpenApiContract();

  static Stream<Operation> operations() {
    return CONTRACT.operations();
  }

  static Stream<Example> examples() {
    return operations().flatMap(CONTRACT::examples);
  }

  @Test
  void containsEveryOperation() {
    assertThat(operations().map(Operation::line))
        .containsExactlyInAnyOrder(
            "POST /api/v1/co-allocations",
            "GET /api/v1/co-allocations",
            "GET /api/v1/co-allocations/{id}",
            "PATCH /api/v1/co-allocations/{id}",
            "DELETE /api/v1/co-allocations/{id}",
            "GET /api/v1/co-allocations/{id}/parts/{partId}/run",
            "PUT /api/v1/co-allocations/{id}/parts/{partId}/run",
            "DELETE /api/v1/co-allocations/{id}/parts/{partId}/run",
            "POST /api/v1/co-allocations/{id}/parts/{partId}/path-check",
            "POST /api/v1/reservations",
            "GET /api/v1/reservations",
            "GET /api/v1/reservations/{connectionId}",
            "PATCH /api/v1/reservations/{connectionId}",
            "DELETE /api/v1/reservations/{connectionId}",
            "POST /api/v1/reservations/{connectionId}/provision",
            "POST /api/v1/reservations/{connectionId}/release",
            "POST /api/v1/reservations/{connectionId}/path-check",
            "GET /api/v1/reservations/{connectionId}/traffic",
            "GET /api/v1/resources",
            "GET /api/v1/timetable",
            "GET /api/v1/topology",
            "GET /api/v1/events",
            "POST /api/v1/tokens",
            "GET /api/v1/tokens",
            "DELETE /api/v1/tokens/{id}",
            "POST /api/v1/webhooks",
            "GET /api/v1/webhooks",
            "GET /api/v1/webhooks/{webhookId}",
            "PATCH /api/v1/webhooks/{webhookId}",
            "DELETE /api/v1/webhooks/{webhookId}",
            "GET /health");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void describesEveryOperation(Operation operation) {
    assertThat(operation.node().path("operationId").asString("")).isNotBlank();
    assertThat(operation.node().path("summary").asString("")).endsWith(".");
    assertThat(operation.node().path("description").asString("")).isNotBlank();
  }

  /** They concern any request: its syntax, its login, what it accepts and its body, even unused. */
  @ParameterizedTest
  @MethodSource("operations")
  void hasTheResponsesThatEveryOperationHas(Operation operation) {
    if (operation.line().contains(" /api/")) {
      assertThat(operation.node().get("responses").propertyNames())
          .contains("400", "401", "406", "408", "413", "503");
    }
  }

  @Test
  void usesEachOperationIdOnce() {
    assertThat(operations().map(it -> it.node().get("operationId").asString()))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void hasExamplesOfRequestResponseAndError(Operation operation) {
    if (operation.node().has("requestBody")) {
      assertThat(CONTRACT.requests(operation)).isNotEmpty();
    }
    var statuses = CONTRACT.answers(operation).map(it -> it.status()).toList();
    assertThat(statuses).anyMatch(it -> it.compareTo("400") >= 0);
    var hasNoBody = operation.node().path("responses").has("204");
    if (!operation.line().endsWith("/events") && !hasNoBody) {
      assertThat(statuses).anyMatch(it -> it.startsWith("2"));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void hasOnlyValidExamples(Example example) {
    assertThat(CONTRACT.check(example.schema(), example.value())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void hasProblemExamplesWithTheStatusOfTheirResponse(Operation operation) {
    assertThat(CONTRACT.answers(operation).filter(it -> it.schema().equals("Problem")))
        .allSatisfy(it -> assertThat(it.value().get("status").asString()).isEqualTo(it.status()));
  }

  /** Generators name a nested object after its parent, and two such names may collide. */
  @Test
  void namesEveryObject() {
    CONTRACT
        .document()
        .at("/components/schemas")
        .properties()
        .forEach(schema ->
            schema.getValue().findValues("properties").stream()
                .flatMap(properties -> properties.values().stream())
                .forEach(property -> {
                  assertThat(property.has("properties"))
                      .as(schema.getKey() + " " + property)
                      .isFalse();
                  assertThat(property.path("items").has("properties"))
                      .as(schema.getKey() + " " + property)
                      .isFalse();
                }));
  }

  @Test
  void resolvesEveryReference() {
    assertThat(CONTRACT.document().findValues("$ref"))
        .allSatisfy(it ->
            assertThat(CONTRACT.document().at(it.asString().substring(1)).isMissingNode())
                .as(it.asString())
                .isFalse());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"schedule\":{\"endTime\":\"2026-12-01T22:00:00Z\"}}",
        "{\"schedule\":{\"endTime\":\"2026-12-01T22:00:00Z\",\"duration\":\"PT1H\"},\"compute\":[{\"resource\":\"n\",\"nodes\":1}]}",
        "{\"schedule\":{\"notAfter\":\"2026-12-01T22:00:00Z\"},\"compute\":[{\"resource\":\"n\",\"nodes\":1}]}",
        "{\"schedule\":{\"endTime\":\"tomorrow\"},\"compute\":[{\"resource\":\"n\",\"nodes\":1}]}",
        "{\"schedule\":{\"endTime\":\"2026-12-01T22:00:00Z\"},\"compute\":[{\"resource\":\"n\",\"nodes\":0}]}",
        "{\"schedule\":{\"endTime\":\"2026-12-01T22:00:00Z\"},\"lightpaths\":[{\"source\":\"a\",\"destination\":\"b\",\"bandwidthMpbs\":1}]}",
        "{\"schedule\":{\"endTime\":\"2026-12-01T22:00:00Z\"},\"lightpaths\":[{\"source\":\"a\",\"destination\":\"b\",\"bandwidthMbps\":0.5}]}"
      })
  void rejectsInvalidRequests(String request) {
    var value = JsonMapper.shared().readTree(request);
    assertThat(CONTRACT.check("CoAllocationRequest", value)).isNotEqualTo(List.of());
  }
}
