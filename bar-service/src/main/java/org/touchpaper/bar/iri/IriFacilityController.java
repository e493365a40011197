package org.touchpaper.bar.iri;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Describes this BAR as a facility, and the campuses that it knows as its sites. */
@RestController
@RequestMapping(
    path = IriAddresses.PREFIX + "/facility",
    produces = MediaType.APPLICATION_JSON_VALUE)
class IriFacilityController {

  private final CurrentNetworkDirectory directory;
  private final IriResourceStatusReader resources;
  private final URI self;
  private final Clock clock;

  IriFacilityController(
      CurrentNetworkDirectory directory,
      IriResourceStatusReader resources,
      BrokerIdentity identity,
      Clock clock) {
    this.directory = directory;
    this.resources = resources;
    this.self = identity.url();
    this.clock = clock;
  }

  /** A facility, named as the campus that its BAR serves. */
  @JsonNaming(SnakeCaseStrategy.class)
  record FacilityView(
      String id,
      String selfUri,
      String name,
      String description,
      Instant lastModified,
      String shortName,
      String organizationName,
      URI supportUri,
      List<String> siteUris) {}

  /** A campus. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonNaming(SnakeCaseStrategy.class)
  record SiteView(
      String id,
      String selfUri,
      String name,
      Instant lastModified,
      String shortName,
      String operatingOrganization,
      List<String> resourceUris) {}

  /** What it says is read now, so it is as new as that. */
  @GetMapping
  FacilityView facility(
      @RequestParam(name = "modified_since", required = false) @Nullable Instant modifiedSince) {
    var home = directory.get().home();
    return new FacilityView(
        home.id(),
        IriAddresses.facility(),
        home.name(),
        "Lightpaths and supercomputer nodes, reserved together, all or nothing",
        clock.instant(),
        home.id(),
        home.name(),
        self,
        directory.get().campuses().stream().map(campus -> IriAddresses.site(campus.id())).toList());
  }

  @GetMapping("/sites")
  List<SiteView> sites(
      @RequestParam(name = "modified_since", required = false) @Nullable Instant modifiedSince,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(name = "short_name", required = false) @Nullable String shortName,
      @RequestParam(defaultValue = "0") int offset,
      @RequestParam(defaultValue = "100") int limit,
      Authentication login) {
    var page = new IriPageRequest(offset, limit);
    new IriFilterParameterValidator("name", name).requireText();
    new IriFilterParameterValidator("short_name", shortName).requireText();
    var listed = resources.read(login);
    return page.of(
        directory.get().campuses().stream()
            .filter(campus -> name == null || campus.name().equals(name))
            .filter(campus -> shortName == null || campus.id().equals(shortName))
            .map(campus -> view(campus, listed))
            .toList());
  }

  @GetMapping("/sites/{siteId}")
  SiteView site(
      @PathVariable String siteId,
      @RequestParam(name = "modified_since", required = false) @Nullable Instant modifiedSince,
      Authentication login) {
    var campus =
        directory.get().campuses().stream()
            .filter(candidate -> candidate.id().equals(siteId))
            .findFirst()
            .orElseThrow(() -> IriProblemAdvice.notFound("site", siteId));
    return view(campus, resources.read(login));
  }

  private SiteView view(Campus campus, List<IriResource> listed) {
    return new SiteView(
        campus.id(),
        IriAddresses.site(campus.id()),
        campus.name(),
        clock.instant(),
        campus.id(),
        campus.name(),
        listed.stream()
            .filter(resource -> resource.site().equals(campus.id()))
            .map(resource -> IriAddresses.resource(resource.id()))
            .toList());
  }
}
