package org.touchpaper.bar.iri;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.iri.IriIncident.EventView;
import org.touchpaper.bar.iri.IriIncident.IncidentView;
import org.touchpaper.bar.iri.IriResource.ResourceView;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * Lists clusters, links and elements with their status; what is impaired is an incident. All is
 * read from resource managers and segments at each call, and nothing that is over is kept.
 */
@RestController
@RequestMapping(path = IriAddresses.PREFIX + "/status", produces = MediaType.APPLICATION_JSON_VALUE)
class IriStatusController {

  private static final List<String> TYPES = List.of("planned", "unplanned", "reservation");
  private static final List<String> RESOLUTIONS =
      List.of("unresolved", "cancelled", "completed", "extended", "pending");

  private final IriResourceStatusReader resources;

  IriStatusController(IriResourceStatusReader resources) {
    this.resources = resources;
  }

  @GetMapping("/resources")
  List<ResourceView> resources(
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String description,
      @RequestParam(required = false) @Nullable String group,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(name = "modified_since", required = false) @Nullable Instant modifiedSince,
      @RequestParam(name = "resource_type", required = false) @Nullable String type,
      @RequestParam(name = "current_status", required = false) @Nullable String status,
      @RequestParam(required = false) @Nullable List<String> capability,
      Authentication login) {
    var page = new IriPageRequest(offset, limit);
    new IriFilterParameterValidator("name", name).requireText();
    new IriFilterParameterValidator("description", description).requireText();
    new IriFilterParameterValidator("group", group).requireText();
    new IriFilterParameterValidator("current_status", status).requireStatus();
    if (type != null && !type.matches("urn:doe-iri:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[!-~]+")) {
      throw InvalidRequestException.malformed(
          "resource_type",
          "urn",
          "resource_type must be a URN such as urn:doe-iri:resource:compute, not " + type);
    }
    return page.of(
        resources.read(login).stream()
            .filter(resource -> name == null || resource.name().equals(name))
            .filter(it -> description == null || it.description().contains(description))
            .filter(resource -> group == null || resource.group().text().equals(group))
            .filter(it -> modifiedSince == null || !it.since().isBefore(modifiedSince))
            .filter(resource -> resource.isOfType(type))
            .filter(it -> status == null || it.status().text().equals(status))
            .filter(_ -> capability == null) // there are no allocations
            .map(ResourceView::of)
            .toList());
  }

  @GetMapping("/resources/{resourceId}")
  ResourceView resource(@PathVariable String resourceId, Authentication login) {
    return resources.read(login).stream()
        .filter(resource -> resource.id().equals(resourceId))
        .findFirst()
        .map(ResourceView::of)
        .orElseThrow(() -> IriProblemAdvice.notFound("resource", resourceId));
  }

  /** What incidents and their events are filtered by; null for all. */
  private record ImpairmentFilter(
      @Nullable String resourceId,
      @Nullable String name,
      @Nullable String description,
      @Nullable String status,
      @Nullable Instant modifiedSince) {

    void requireValid() {
      new IriFilterParameterValidator("name", name).requireText();
      new IriFilterParameterValidator("description", description).requireText();
      new IriFilterParameterValidator("resource_id", resourceId).requireText();
      new IriFilterParameterValidator("status", status).requireStatus();
    }

    boolean accepts(IriIncident incident) {
      var resource = incident.resource();
      return (resourceId == null || resource.id().equals(resourceId))
          && (name == null || incident.title().equals(name))
          && (description == null || resource.reason().contains(description))
          && (status == null || resource.status().text().equals(status))
          && (modifiedSince == null || !resource.since().isBefore(modifiedSince));
    }
  }

  @GetMapping("/incidents")
  List<IncidentView> incidents(
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String description,
      @RequestParam(required = false) @Nullable String status,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant time,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(name = "modified_since", required = false) @Nullable Instant modifiedSince,
      @RequestParam(name = "resource_id", required = false) @Nullable String resourceId,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(required = false) @Nullable String resolution,
      Authentication login) {
    var page = new IriPageRequest(offset, limit);
    var filter = new ImpairmentFilter(resourceId, name, description, status, modifiedSince);
    filter.requireValid();
    new IriFilterParameterValidator("type", type).requireOneOf(TYPES);
    new IriFilterParameterValidator("resolution", resolution).requireOneOf(RESOLUTIONS);
    return page.of(
        incidents(login)
            .filter(filter::accepts)
            .map(IriIncident::incidentView)
            .filter(incident -> type == null || incident.type().equals(type))
            .filter(incident -> from == null || !incident.start().isBefore(from))
            .filter(incident -> time == null || !incident.start().isAfter(time))
            .filter(_ -> to == null) // the end before which; none has ended
            .filter(it -> resolution == null || it.resolution().equals(resolution))
            .toList());
  }

  @GetMapping("/incidents/{incidentId}")
  IncidentView incident(@PathVariable String incidentId, Authentication login) {
    return find("incident", incidentId, login).incidentView();
  }

  @GetMapping("/events")
  List<EventView> events(
      @RequestParam(name = "incident_id", required = false) @Nullable String incidentId,
      @RequestParam(name = "resource_id", required = false) @Nullable String resourceId,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String description,
      @RequestParam(required = false) @Nullable String status,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant time,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(name = "modified_since", required = false) @Nullable Instant modifiedSince,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "100") int limit,
      Authentication login) {
    var page = new IriPageRequest(offset, limit);
    var filter = new ImpairmentFilter(resourceId, name, description, status, modifiedSince);
    filter.requireValid();
    new IriFilterParameterValidator("incident_id", incidentId).requireText();
    return page.of(
        incidents(login)
            .filter(filter::accepts)
            .filter(incident -> incidentId == null || incident.id().equals(incidentId))
            .map(IriIncident::eventView)
            .filter(event -> from == null || !event.occurredAt().isBefore(from))
            .filter(event -> time == null || event.occurredAt().equals(time))
            .filter(event -> to == null || event.occurredAt().isBefore(to))
            .toList());
  }

  @GetMapping("/events/{eventId}")
  EventView event(@PathVariable String eventId, Authentication login) {
    return find("event", eventId, login).eventView();
  }

  private Stream<IriIncident> incidents(Authentication login) {
    return resources.read(login).stream().filter(IriResource::isImpaired).map(IriIncident::new);
  }

  private IriIncident find(String what, String id, Authentication login) {
    return incidents(login)
        .filter(incident -> incident.id().equals(id))
        .findFirst()
        .orElseThrow(() -> IriProblemAdvice.notFound(what, id));
  }
}
