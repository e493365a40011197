package org.touchpaper.harc.rm.wire;

import java.util.List;
import java.util.Optional;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.util.MultiValueMap;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.segment.connection.Requester.Person;

/** Whom a question about free time is put for: what is free may depend on it. */
final class Asker {

  private Asker() {}

  /**
   * The person the peer names as {@code onBehalfOf}; a peer that names nobody asks for itself.
   *
   * @throws IllegalArgumentException if it names a person without home site or role
   * @throws AccessDeniedException if it does not speak for that person's site
   */
  static Person of(Peer peer, MultiValueMap<String, String> question) {
    var name = question.getFirst("onBehalfOf");
    if (name == null) {
      return new Person(peer.name(), peer.name(), List.of(), "scientist");
    }
    var site = present(question, "homeSite");
    if (!peer.speaksFor(site)) {
      throw new AccessDeniedException(
          "%1$s may not ask for people of %2$s: touchpaper.peers.%1$s.sites here says whom it asks for"
              .formatted(peer.name(), site));
    }
    return new Person(
        name,
        site,
        question.getOrDefault("virtualOrganisation", List.of()),
        present(question, "role"));
  }

  private static String present(MultiValueMap<String, String> question, String field) {
    return Optional.ofNullable(question.getFirst(field))
        .orElseThrow(
            () -> new IllegalArgumentException(field + " of the person is missing: onBehalfOf"));
  }
}
