package org.touchpaper.harc.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query for a resource's timetable; with an amount and a duration also for possible start times.
 *
 * @param resource a cluster, such as {@code newton}, or two hosts, such as {@code
 *     vis.ucl..newton.manchester}
 * @param from the window's start
 * @param to the window's end
 * @param bandwidthMbps the requested bandwidth of a lightpath
 * @param nodes the requested nodes of a cluster
 * @param duration the requested duration
 * @param onBehalfOf the person who asks; null if the peer asks for itself
 * @param ownBooking the id of a booking whose own resources count as free, as for its change; null
 *     if there is none
 */
public record ResourceTimetableQuery(
    String resource,
    Instant from,
    Instant to,
    @Nullable Integer bandwidthMbps,
    @Nullable Integer nodes,
    @Nullable Duration duration,
    @Nullable Person onBehalfOf,
    @Nullable String ownBooking) {

  /** A query in which all bookings count. */
  public ResourceTimetableQuery(
      String resource,
      Instant from,
      Instant to,
      @Nullable Integer bandwidthMbps,
      @Nullable Integer nodes,
      @Nullable Duration duration,
      @Nullable Person onBehalfOf) {
    this(resource, from, to, bandwidthMbps, nodes, duration, onBehalfOf, null);
  }

  /**
   * The person for whom a query is made, as the home BAR asserts them.
   *
   * @param name the person's name at their home site
   * @param homeSite the site that vouches for them
   * @param virtualOrganisations the VOs they act for, may be empty
   * @param role one of scientist, operator, officer, admin
   */
  public record Person(
      String name, String homeSite, List<String> virtualOrganisations, String role) {
    public Person {
      virtualOrganisations = List.copyOf(virtualOrganisations);
    }
  }

  /** A query for the timetable alone. */
  public static ResourceTimetableQuery forDisplay(String resource, Instant from, Instant to) {
    return new ResourceTimetableQuery(resource, from, to, null, null, null, null);
  }

  /** The query string of the URL. */
  String toQueryString() {
    var query = new StringBuilder();
    appendParameter(query, "resource", resource);
    appendParameter(query, "from", from);
    appendParameter(query, "to", to);
    appendParameter(query, "bandwidthMbps", bandwidthMbps);
    appendParameter(query, "nodes", nodes);
    appendParameter(query, "duration", duration);
    appendParameter(query, "ownBooking", ownBooking);
    appendPerson(query, onBehalfOf);
    return query.toString();
  }

  /** The query string that names only a resource and the person who asks. */
  static String queryStringOf(String resource, @Nullable Person onBehalfOf) {
    var query = new StringBuilder();
    appendParameter(query, "resource", resource);
    appendPerson(query, onBehalfOf);
    return query.toString();
  }

  private static void appendPerson(StringBuilder query, @Nullable Person person) {
    if (person != null) {
      appendParameter(query, "onBehalfOf", person.name());
      appendParameter(query, "homeSite", person.homeSite());
      person
          .virtualOrganisations()
          .forEach(virtualOrganisation ->
              appendParameter(query, "virtualOrganisation", virtualOrganisation));
      appendParameter(query, "role", person.role());
    }
  }

  private static void appendParameter(StringBuilder query, String name, @Nullable Object value) {
    if (value != null) {
      query.append(query.isEmpty() ? "" : "&").append(name).append('=');
      query.append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
    }
  }
}
