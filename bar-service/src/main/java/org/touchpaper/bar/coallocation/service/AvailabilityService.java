package org.touchpaper.bar.coallocation.service;

import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.transaction.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StepFunction;

/** Finds the availability of a cluster, or between two hosts written {@code from/to}. */
@Component
public class AvailabilityService {

  private final CommitProtocolPort harc;
  private final CurrentDirectory directory;

  public AvailabilityService(CommitProtocolPort harc, CurrentDirectory directory) {
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
    var known = directory.get();
    var rm = resourceManagerOf(resource, known);
    var timetable = harc.timetable(rm, resource.replace("/", ".."), person, window, null, null);
    var maxFree =
        timetable.steps().steps().stream().mapToLong(StepFunction.Step::amount).max().orElse(0);
    var capacity = known.cluster(resource).map(cluster -> (long) cluster.nodes()).orElse(maxFree);
    return new ResourceAvailability(timetable.unit(), capacity, timetable.steps());
  }

  private static String resourceManagerOf(String resource, Directory known) {
    var endpoints = List.of(resource.split("/", -1));
    if (endpoints.size() == 2 && endpoints.getFirst().equals(endpoints.getLast())) {
      throw InvalidRequestException.unprocessable(
          "resource", "two-ends", "the two hosts must differ");
    }
    if (endpoints.size() == 2
        && endpoints.stream().allMatch(host -> known.host(host).isPresent())) {
      endpoints.forEach(name -> requireBookable(name, known));
      requireEndHere(endpoints, known);
      return Optional.ofNullable(known.bar().networkRm())
          .orElseThrow(() -> unknownResource(resource));
    }
    return known
        .cluster(resource)
        .map(Directory.Cluster::rm)
        .orElseThrow(() -> unknownResource(resource));
  }

  private static void requireBookable(String name, Directory known) {
    var host = known.host(name).filter(known::isBookable);
    if (host.isEmpty()) {
      throw InvalidRequestException.unprocessable(
          "resource",
          "campus-with-a-broker",
          name + " is on a campus without a broker, so it cannot be booked");
    }
  }

  private static void requireEndHere(List<String> endpoints, Directory known) {
    BookingRequestValidator.foreign("resource", endpoints.getFirst(), endpoints.getLast(), known)
        .ifPresent(violation -> {
          throw InvalidRequestException.unprocessable(List.of(violation));
        });
  }

  private static InvalidRequestException unknownResource(String resource) {
    return InvalidRequestException.unprocessable(
        "resource",
        "known-resource",
        "unknown resource " + resource + "; specify a cluster, or two hosts as from/to");
  }
}
