package org.touchpaper.harc.rm.transport;

import java.util.List;
import java.util.Optional;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.util.MultiValueMap;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Reads the person on whose behalf free time is queried, because the result may depend on it. */
final class RequesterParameterParser {

  private RequesterParameterParser() {}

  /**
   * The person that the peer names as {@code onBehalfOf}; the peer itself if it names none.
   *
   * @throws IllegalArgumentException if the person has no home site or role
   * @throws AccessDeniedException if the peer may not act for that site
   */
  static Person requesterOf(Peer peer, MultiValueMap<String, String> parameters) {
    var name = parameters.getFirst("onBehalfOf");
    if (name == null) {
      return new Person(peer.name(), peer.name(), List.of(), "scientist");
    }
    var site = required(parameters, "homeSite");
    if (!peer.canSpeakFor(site)) {
      throw new AccessDeniedException(
          "%1$s may not act for users of %2$s: add the site to the sites of that peer if it should"
              .formatted(peer.name(), site));
    }
    return new Person(
        name,
        site,
        parameters.getOrDefault("virtualOrganisation", List.of()),
        required(parameters, "role"));
  }

  private static String required(MultiValueMap<String, String> parameters, String field) {
    return Optional.ofNullable(parameters.getFirst(field))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "onBehalfOf is set, but " + field + " of the person is missing"));
  }
}
