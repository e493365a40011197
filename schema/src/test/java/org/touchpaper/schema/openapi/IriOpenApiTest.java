package org.touchpaper.schema.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.schema.openapi.OpenApiContract.Example;

/** The document of the IRI Facility API. */
class IriOpenApiTest {

  private static final OpenApiContract CONTRACT = OpenApiContract.iri();

  static Stream<Example> examples() {
    return CONTRACT.operations().flatMap(CONTRACT::examples);
  }

  /** Names and paths are those of IRI's specification, by which its validator compares. */
  @Test
  void hasTheOperationsOfTheSpecification() {
    assertThat(
            CONTRACT
                .operations()
                .map(it -> it.node().get("operationId").asString() + " " + it.line()))
        .containsExactlyInAnyOrder(
            "getFacility GET /iri/api/v2/facility",
            "getSites GET /iri/api/v2/facility/sites",
            "getSite GET /iri/api/v2/facility/sites/{site_id}",
            "getResources GET /iri/api/v2/status/resources",
            "getResource GET /iri/api/v2/status/resources/{resource_id}",
            "getIncidents GET /iri/api/v2/status/incidents",
            "getIncident GET /iri/api/v2/status/incidents/{incident_id}",
            "getEventsByIncident GET /iri/api/v2/status/events",
            "getEventByIncident GET /iri/api/v2/status/events/{event_id}",
            "getComputeResources GET /iri/api/v2/compute/resources",
            "launchJob POST /iri/api/v2/compute/job/{resource_id}",
            "getJob GET /iri/api/v2/compute/status/{resource_id}/{job_id}",
            "getJobs POST /iri/api/v2/compute/status/{resource_id}",
            "cancelJob DELETE /iri/api/v2/compute/cancel/{resource_id}/{job_id}");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void hasOnlyValidExamples(Example example) {
    assertThat(CONTRACT.check(example.schema(), example.value())).isEmpty();
  }

  @Test
  void resolvesEveryReference() {
    assertThat(CONTRACT.document().findValues("$ref"))
        .allSatisfy(it ->
            assertThat(CONTRACT.document().at(it.asString().substring(1)).isMissingNode())
                .as(it.asString())
                .isFalse());
  }
}
