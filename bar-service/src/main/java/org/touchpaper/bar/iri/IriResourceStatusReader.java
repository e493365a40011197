package org.touchpaper.bar.iri;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.SegmentElementsClient;
import org.touchpaper.bar.api.SegmentElementsClient.Listing;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.iri.IriResource.Group;
import org.touchpaper.bar.iri.IriResource.Status;
import org.touchpaper.bar.resource.ClusterApplicationReader;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;
import org.touchpaper.bar.resource.NetworkTopologySource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks resource managers and segments for the status of clusters, links and elements. As in the
 * pages, only operators and administrators see elements.
 */
@Component
class IriResourceStatusReader {

  private static final Logger LOG = LoggerFactory.getLogger(IriResourceStatusReader.class);
  private static final Set<String> OPERATORS = Set.of("operator", "admin");

  private final CurrentNetworkDirectory directory;
  private final ClusterApplicationReader clusters;
  private final NetworkTopologySource topology;
  private final SegmentElementsClient elements;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final JsonMapper json;
  private final Clock clock;

  IriResourceStatusReader(
      CurrentNetworkDirectory directory,
      ClusterApplicationReader clusters,
      NetworkTopologySource topology,
      SegmentElementsClient elements,
      CurrentUserPermissionService currentUserPermissionService,
      JsonMapper json,
      Clock clock) {
    this.directory = directory;
    this.clusters = clusters;
    this.topology = topology;
    this.elements = elements;
    this.currentUserPermissionService = currentUserPermissionService;
    this.json = json;
    this.clock = clock;
  }

  /** An element in its segment's list. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record SegmentElement(
      String name,
      String service,
      String dialect,
      String state,
      @Nullable Instant since,
      @Nullable String detail,
      int missing,
      int impaired,
      int alarms) {

    @JsonIgnoreProperties(ignoreUnknown = true)
    record ElementList(List<SegmentElement> elements) {}

    Status status() {
      return switch (state) {
        case "CONNECTED" ->
            missing == 0 && impaired == 0 && alarms == 0 ? Status.UP : Status.DEGRADED;
        case "WAITING", "CLOSED" -> Status.DOWN;
        default -> Status.UNKNOWN; // it has not been connected yet
      };
    }

    boolean isImpaired() {
      return status() == Status.DOWN || status() == Status.DEGRADED;
    }

    String reason() {
      return "%s: session %s%s, items missing: %d, circuits impaired: %d, alarms: %d"
          .formatted(
              name,
              state.toLowerCase(Locale.ROOT),
              detail == null ? "" : " (" + detail + ")",
              missing,
              impaired,
              alarms);
    }
  }

  /** Returns clusters, then links, then elements. */
  List<IriResource> read(Authentication login) {
    var known = directory.get();
    var person = currentUserPermissionService.personOf(login);
    var answers = clusters.read(bookable(known), person);
    var listed = listElements();
    var byName =
        listed.stream()
            .collect(Collectors.toMap(SegmentElement::name, Function.identity(), (a, _) -> a));
    return Stream.of(
            known.clusters().stream().map(cluster -> resourceOf(cluster, known, answers)),
            topology.read().links().stream().map(link -> resourceOf(link, byName)),
            listed.stream().filter(_ -> OPERATORS.contains(person.role())).map(this::resourceOf))
        .flatMap(resources -> resources)
        .toList();
  }

  /** A broker without acceptors has no resource managers to ask. */
  private static List<NetworkDirectory.Cluster> bookable(NetworkDirectory known) {
    return known.bar().acceptors().isEmpty() ? List.of() : known.clusters();
  }

  private IriResource resourceOf(
      NetworkDirectory.Cluster cluster,
      NetworkDirectory known,
      ClusterApplicationReader.Answers answers) {
    var site =
        Optional.ofNullable(cluster.host())
            .flatMap(known::host)
            .map(NetworkDirectory.Host::campus)
            .orElse(known.campus());
    var reason =
        answers.missing().stream()
            .filter(missing -> cluster.name().equals(missing.resource()))
            .map(missing -> "its resource manager " + cluster.rm() + ": " + missing.reason())
            .findFirst()
            .orElse("");
    return new IriResource(
        Group.CLUSTER,
        cluster.name(),
        cluster.nodes() + " nodes, " + cluster.processorsPerNode() + " processors each",
        site,
        answers.byCluster().containsKey(cluster.name()) ? Status.UP : Status.UNKNOWN,
        reason,
        clock.instant());
  }

  /** A link is as good as the elements at its ends; their details are for operators. */
  private IriResource resourceOf(WideAreaLink link, Map<String, SegmentElement> byName) {
    var impaired =
        Stream.of(link.from(), link.to())
            .flatMap(end -> Stream.ofNullable(byName.get(end)))
            .filter(SegmentElement::isImpaired)
            .toList();
    return new IriResource(
        Group.LINK,
        link.id(),
        "%s to %s, %d Mbit/s%s"
            .formatted(
                link.from(),
                link.to(),
                link.capacityMbps(),
                link.latencyMs() == null ? "" : ", " + link.latencyMs() + " ms"),
        directory.get().campus(),
        impaired.isEmpty() ? Status.UP : Status.DEGRADED,
        impaired.stream()
            .map(element -> element.name() + " is " + element.status().text())
            .collect(Collectors.joining(", ")),
        impaired.stream()
            .flatMap(element -> Stream.ofNullable(element.since()))
            .max(Instant::compareTo)
            .orElseGet(clock::instant));
  }

  private IriResource resourceOf(SegmentElement element) {
    return new IriResource(
        Group.ELEMENT,
        element.name(),
        element.dialect() + " element of " + element.service(),
        directory.get().campus(),
        element.status(),
        element.isImpaired() ? element.reason() : "",
        Optional.ofNullable(element.since()).orElseGet(clock::instant));
  }

  private List<SegmentElement> listElements() {
    return elements.list().stream().flatMap(this::parse).toList();
  }

  private Stream<SegmentElement> parse(Listing listing) {
    return switch (listing) {
      case Listing.NoAnswer(var segment, var why) -> {
        LOG.warn("element list unavailable segment={}: {}", segment, why);
        yield Stream.of();
      }
      case Listing.Elements(var segment, var text) -> {
        try {
          yield json.readValue(text, SegmentElement.ElementList.class).elements().stream();
        } catch (JacksonException e) {
          LOG.warn("unreadable element list segment={}", segment, e);
          yield Stream.of();
        }
      }
    };
  }
}
