package org.touchpaper.bar.iri;

import java.time.Instant;
import java.util.List;
import org.touchpaper.bar.iri.IriResource.Status;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** An impaired resource, as an incident of one event. Its id is that of the resource. */
record IriIncident(IriResource resource) {

  /** An incident in the API; it ends when it is no longer listed. */
  @JsonNaming(SnakeCaseStrategy.class)
  record IncidentView(
      String id,
      String selfUri,
      String name,
      String description,
      Instant lastModified,
      Status status,
      Instant start,
      String type,
      String resolution,
      List<String> eventUris,
      List<String> resourceUris) {}

  /** An event in the API. */
  @JsonNaming(SnakeCaseStrategy.class)
  record EventView(
      String id,
      String selfUri,
      String name,
      String description,
      Instant lastModified,
      Instant occurredAt,
      Status status,
      String resourceUri,
      String incidentUri) {}

  String id() {
    return resource.id();
  }

  String title() {
    return resource.group().text() + " " + resource.name() + " is " + resource.status().text();
  }

  IncidentView incidentView() {
    return new IncidentView(
        id(),
        IriAddresses.incident(id()),
        title(),
        resource.reason(),
        resource.since(),
        resource.status(),
        resource.since(),
        "unplanned",
        "unresolved",
        List.of(IriAddresses.event(id())),
        List.of(IriAddresses.resource(id())));
  }

  EventView eventView() {
    return new EventView(
        id(),
        IriAddresses.event(id()),
        title(),
        resource.reason(),
        resource.since(),
        resource.since(),
        resource.status(),
        IriAddresses.resource(id()),
        IriAddresses.incident(id()));
  }
}
