package org.touchpaper.harc.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a resource manager what is free, and with an amount and a duration, when it could start.
 *
 * @param resource a machine, such as {@code newton}, or two hosts, such as {@code
 *     vis.ucl..newton.manchester}
 * @param from the window's start
 * @param to the window's end
 * @param bandwidthMbps the amount wanted of a path
 * @param nodes the amount wanted of a machine
 * @param duration for how long
 * @param onBehalfOf who wants to know; null if nobody but the peer that asks
 */
public record TimetableQuestion(
    String resource,
    Instant from,
    Instant to,
    @Nullable Integer bandwidthMbps,
    @Nullable Integer nodes,
    @Nullable Duration duration,
    @Nullable Person onBehalfOf) {

  /**
   * The person a question is put for, as the home BAR asserts them.
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

  /** What is free, for display. */
  public static TimetableQuestion free(String resource, Instant from, Instant to) {
    return new TimetableQuestion(resource, from, to, null, null, null, null);
  }

  /** The question as a URL's query. */
  String query() {
    var query = new StringBuilder();
    add(query, "resource", resource);
    add(query, "from", from);
    add(query, "to", to);
    add(query, "bandwidthMbps", bandwidthMbps);
    add(query, "nodes", nodes);
    add(query, "duration", duration);
    if (onBehalfOf != null) {
      add(query, "onBehalfOf", onBehalfOf.name());
      add(query, "homeSite", onBehalfOf.homeSite());
      onBehalfOf.virtualOrganisations().forEach(each -> add(query, "virtualOrganisation", each));
      add(query, "role", onBehalfOf.role());
    }
    return query.toString();
  }

  private static void add(StringBuilder query, String name, @Nullable Object value) {
    if (value != null) {
      query.append(query.isEmpty() ? "" : "&").append(name).append('=');
      query.append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
    }
  }
}
