package org.touchpaper.bar.coallocation;

import java.util.List;
import java.util.Optional;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Steps;

/** What is free of a cluster, or between two hosts written {@code from/to}. */
public final class Outlook {

  private final Harc harc;
  private final Directory directory;

  public Outlook(Harc harc, Directory directory) {
    this.harc = harc;
    this.directory = directory;
  }

  /**
   * What is free of one resource.
   *
   * @param unit {@code nodes} or {@code Mbit/s}
   * @param capacity the most there is, as far as can be seen
   */
  public record Free(String unit, long capacity, Steps steps) {}

  /**
   * Asks the resource manager in charge.
   *
   * @throws InvalidRequest if there is no such resource
   */
  public Free of(String resource, Person person, Schedule window) {
    var rm = managerOf(resource);
    var free = harc.timetable(rm, resource.replace("/", ".."), person, window, null, null);
    var most = free.steps().steps().stream().mapToLong(Steps.Step::amount).max().orElse(0);
    var capacity = directory.cluster(resource).map(cluster -> (long) cluster.nodes()).orElse(most);
    return new Free(free.unit(), capacity, free.steps());
  }

  private String managerOf(String resource) {
    var ends = List.of(resource.split("/", -1));
    if (ends.size() == 2 && ends.getFirst().equals(ends.getLast())) {
      throw InvalidRequest.neverFits(
          "resource", "two-ends", "a lightpath leads from one host to another");
    }
    if (ends.size() == 2 && ends.stream().allMatch(end -> directory.host(end).isPresent())) {
      return Optional.ofNullable(directory.networkRm()).orElseThrow(() -> unknown(resource));
    }
    return directory
        .cluster(resource)
        .map(Directory.Cluster::rm)
        .orElseThrow(() -> unknown(resource));
  }

  private static InvalidRequest unknown(String resource) {
    return InvalidRequest.neverFits(
        "resource",
        "known-resource",
        "there is no cluster, and no pair of hosts written from/to, called " + resource);
  }
}
