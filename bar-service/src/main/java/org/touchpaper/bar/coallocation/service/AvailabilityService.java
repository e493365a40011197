package org.touchpaper.bar.coallocation.service;

import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StepFunction;

/** Finds the availability of a cluster, or between two hosts written {@code from/to}. */
@Component
public class AvailabilityService {

  private final CommitProtocolPort harc;
  private final Directory directory;

  public AvailabilityService(CommitProtocolPort harc, Directory directory) {
    this.harc = harc;
    this.directory = directory;
  }

  /**
   * A resource's availability.
   *
   * @param unit {@code nodes} or {@code Mbit/s}
   * @param capacity the known maximum
   */
  public record ResourceAvailability(String unit, long capacity, StepFunction steps) {}

  /**
   * Queries the responsible resource manager.
   *
   * @throws InvalidRequestException if the resource is unknown
   */
  public ResourceAvailability find(String resource, Person person, Schedule window) {
    var rm = resourceManagerOf(resource);
    var timetable = harc.timetable(rm, resource.replace("/", ".."), person, window, null, null);
    var maxFree =
        timetable.steps().steps().stream().mapToLong(StepFunction.Step::amount).max().orElse(0);
    var capacity =
        directory.cluster(resource).map(cluster -> (long) cluster.nodes()).orElse(maxFree);
    return new ResourceAvailability(timetable.unit(), capacity, timetable.steps());
  }

  private String resourceManagerOf(String resource) {
    var endpoints = List.of(resource.split("/", -1));
    if (endpoints.size() == 2 && endpoints.getFirst().equals(endpoints.getLast())) {
      throw InvalidRequestException.unprocessable(
          "resource", "two-ends", "the two hosts must differ");
    }
    if (endpoints.size() == 2
        && endpoints.stream().allMatch(host -> directory.host(host).isPresent())) {
      endpoints.forEach(this::requireBookable);
      return Optional.ofNullable(directory.networkRm())
          .orElseThrow(() -> unknownResource(resource));
    }
    return directory
        .cluster(resource)
        .map(Directory.Cluster::rm)
        .orElseThrow(() -> unknownResource(resource));
  }

  private void requireBookable(String name) {
    var host = directory.host(name).filter(directory::isBookable);
    if (host.isEmpty()) {
      throw InvalidRequestException.unprocessable(
          "resource",
          "campus-with-a-broker",
          name + " is on a campus without a broker, so it cannot be booked");
    }
  }

  private static InvalidRequestException unknownResource(String resource) {
    return InvalidRequestException.unprocessable(
        "resource",
        "known-resource",
        "unknown resource " + resource + "; specify a cluster, or two hosts as from/to");
  }
}
