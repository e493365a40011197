package org.touchpaper.harc.rm.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.util.LinkedMultiValueMap;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** The person on whose behalf a peer queries free time. */
class RequesterParameterParserTest {
  private static final Peer BAR =
      new Peer("bar-ucl", null, null, "secret", Set.of(PeerRole.REQUESTER), Set.of("ucl"));

  @Test
  void aPeerQueriesOnBehalfOfAPerson() {
    var question =
        Map.of(
            "onBehalfOf", List.of("anne"),
            "homeSite", List.of("ucl"),
            "virtualOrganisation", List.of("spice", "aerospace, wings"),
            "role", List.of("operator"));
    assertThat(RequesterParameterParser.requesterOf(BAR, new LinkedMultiValueMap<>(question)))
        .isEqualTo(new Person("anne", "ucl", List.of("spice", "aerospace, wings"), "operator"));
  }

  @Test
  void aPeerThatNamesNoPersonQueriesForItself() {
    assertThat(RequesterParameterParser.requesterOf(BAR, new LinkedMultiValueMap<>()))
        .isEqualTo(new Person("bar-ucl", "bar-ucl", List.of(), "scientist"));
  }

  @Test
  void rejectsAPersonWithoutSiteOrRole() {
    var half = Map.of("onBehalfOf", List.of("anne"), "role", List.of("operator"));
    assertThatThrownBy(
            () -> RequesterParameterParser.requesterOf(BAR, new LinkedMultiValueMap<>(half)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("homeSite");
  }
}
