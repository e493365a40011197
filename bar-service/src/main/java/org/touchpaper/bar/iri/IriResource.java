package org.touchpaper.bar.iri;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A cluster, a link or a network element, as its service describes it now.
 *
 * @param name its name at that service
 * @param site the campus where it is
 * @param reason why it is impaired; empty if it is not
 * @param since from when it is so; the time of the question if its service does not say
 */
record IriResource(
    Group group,
    String name,
    String description,
    String site,
    Status status,
    String reason,
    Instant since) {

  private static final String COMPUTE = "urn:doe-iri:resource:compute";
  private static final String NETWORK = "urn:doe-iri:resource:network";

  /** The kinds of resources. */
  enum Group {
    CLUSTER,
    LINK,
    ELEMENT;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** IRI's words for the status of a resource. */
  enum Status {
    UP,
    DOWN,
    DEGRADED,
    UNKNOWN;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A cluster's id is its name, which a job is submitted to. */
  String id() {
    return group == Group.CLUSTER ? name : group.text() + "-" + name;
  }

  /** A URN of IRI's registry. */
  String type() {
    return group == Group.CLUSTER ? COMPUTE : NETWORK;
  }

  /** True if the type is that one, or below it: segments separated by colons. */
  boolean isOfType(@Nullable String urn) {
    return urn == null || (type() + ":").startsWith(urn + ":");
  }

  boolean isImpaired() {
    return !reason.isEmpty();
  }

  /** A resource in the API. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record ResourceView(
      String id,
      String selfUri,
      String name,
      String description,
      Instant lastModified,
      String group,
      Status currentStatus,
      String resourceType,
      List<String> supportedEndpoints,
      String siteUri,
      List<String> capabilityUris) {

    static ResourceView of(IriResource resource) {
      return new ResourceView(
          resource.id(),
          IriAddresses.resource(resource.id()),
          resource.name(),
          resource.description(),
          resource.since(),
          resource.group().text(),
          resource.status(),
          resource.type(),
          resource.group() == Group.CLUSTER ? List.of("compute") : List.of(),
          IriAddresses.site(resource.site()),
          List.of());
    }
  }
}
