package org.touchpaper.bar.api;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.resource.MissingAnswer;
import org.touchpaper.bar.resource.ResourceKind;
import org.touchpaper.bar.resource.ResourceSummary;
import org.touchpaper.bar.resource.SiteTopologyReader;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Lists what can be booked, with limits, and where to book it. */
@RestController
class ResourceController {

  private final CurrentDirectory directory;
  private final SiteTopologyReader topology;
  private final URI self;

  ResourceController(
      CurrentDirectory directory, SiteTopologyReader topology, BrokerIdentity identity) {
    this.directory = directory;
    this.topology = topology;
    this.self = identity.url();
  }

  record ResourceListView(List<ResourceSummary> items, List<MissingAnswer> unanswered) {}

  @GetMapping(path = "/api/v1/resources", produces = MediaType.APPLICATION_JSON_VALUE)
  ResourceListView list(
      @RequestParam(required = false) @Nullable List<String> type,
      @RequestParam(required = false) @Nullable String text) {
    var kinds =
        Optional.ofNullable(type).orElse(List.of()).stream()
            .map(ResourceController::parseKind)
            .toList();
    var known = topology.read();
    return new ResourceListView(
        ResourceSummary.list(directory.get(), known, self).stream()
            .filter(resource -> kinds.isEmpty() || kinds.contains(resource.type()))
            .filter(resource -> text == null || contains(resource.name(), text))
            .toList(),
        known.missing());
  }

  private static boolean contains(String name, String text) {
    return name.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }

  private static ResourceKind parseKind(String label) {
    return Stream.of(ResourceKind.values())
        .filter(kind -> kind != ResourceKind.LIGHTPATH && kind.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            InvalidRequestException.malformed(
                "type", "known-type", "type must be host, cluster, link or units, not " + label));
  }
}
