package org.touchpaper.bar.api;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.resource.ClusterApplicationReader;
import org.touchpaper.bar.resource.MissingAnswer;
import org.touchpaper.bar.resource.NetworkTopologySource;
import org.touchpaper.bar.resource.ResourceKind;
import org.touchpaper.bar.resource.ResourceSummary;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Lists what can be booked, with limits, and where to book it. */
@RestController
class ResourceController {

  private final CurrentNetworkDirectory directory;
  private final NetworkTopologySource topology;
  private final ClusterApplicationReader applications;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final URI self;

  ResourceController(
      CurrentNetworkDirectory directory,
      NetworkTopologySource topology,
      ClusterApplicationReader applications,
      CurrentUserPermissionService currentUserPermissionService,
      BrokerIdentity identity) {
    this.directory = directory;
    this.topology = topology;
    this.applications = applications;
    this.currentUserPermissionService = currentUserPermissionService;
    this.self = identity.url();
  }

  record ResourceListView(List<ResourceSummary> items, List<MissingAnswer> unanswered) {}

  @GetMapping(path = "/api/v1/resources", produces = MediaType.APPLICATION_JSON_VALUE)
  ResourceListView list(
      @RequestParam(required = false) @Nullable List<String> type,
      @RequestParam(required = false) @Nullable String text,
      Authentication login) {
    var kinds =
        Optional.ofNullable(type).orElse(List.of()).stream()
            .map(ResourceController::parseKind)
            .toList();
    var known = topology.read();
    var listed =
        ResourceSummary.list(directory.get(), known, self).stream()
            .filter(resource -> kinds.isEmpty() || kinds.contains(resource.type()))
            .filter(resource -> text == null || contains(resource.name(), text))
            .toList();
    var answers =
        applications.read(bookableClusters(listed), currentUserPermissionService.personOf(login));
    return new ResourceListView(
        listed.stream()
            .map(resource ->
                resource.type() == ResourceKind.CLUSTER
                    ? Optional.ofNullable(answers.byCluster().get(resource.name()))
                        .map(resource::withApplications)
                        .orElse(resource)
                    : resource)
            .toList(),
        Stream.concat(known.missing().stream(), answers.missing().stream()).toList());
  }

  private List<NetworkDirectory.Cluster> bookableClusters(List<ResourceSummary> listed) {
    return listed.stream()
        .filter(resource -> resource.type() == ResourceKind.CLUSTER && resource.bookable())
        .flatMap(resource -> directory.get().cluster(resource.name()).stream())
        .toList();
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
