package org.touchpaper.bar.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the site says about its resources, and what it leaves to others. */
class ResourceSummaryTest {

  private static ResourceSummary find(String name, NetworkTopology topology) {
    return ResourceSummary.list(TestSite.directory(), topology, TestSite.SELF).stream()
        .filter(summary -> summary.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aHostHereHasItsLimitsAndIsBookedHere() {
    assertThat(find("vis.ucl", TestSite.TOPOLOGY))
        .returns(true, ResourceSummary::bookable)
        .returns(TestSite.SELF, ResourceSummary::bar)
        .returns(1000, ResourceSummary::capacity)
        .returns(1, ResourceSummary::granularity)
        .returns(9000, ResourceSummary::mtu)
        .returns("PT10S", ResourceSummary::setupLead)
        .returns("UCL", ResourceSummary::campus);
  }

  @Test
  void aHostElsewhereIsBookedThereAndItsLimitsAreThatSitesToSay() {
    assertThat(find("newton.manchester", TestSite.TOPOLOGY))
        .returns(TestSite.MANCHESTER, ResourceSummary::bar)
        .returns(null, ResourceSummary::capacity)
        .returns(null, ResourceSummary::mtu);
  }

  @Test
  void aHostThatTheSiteExcludesFromLightpathsIsNotBookable() {
    assertThat(find("office.ucl", TestSite.TOPOLOGY))
        .returns(false, ResourceSummary::bookable)
        .returns(null, ResourceSummary::bar);
  }

  @Test
  void aClusterIsCountedInNodesAndALinkInStepsOfItsSlots() {
    assertThat(find("newton", TestSite.TOPOLOGY))
        .returns(128, ResourceSummary::capacity)
        .returns("nodes", ResourceSummary::unit)
        .returns("newton.manchester", ResourceSummary::host);
    assertThat(find("LONDON-READING", TestSite.TOPOLOGY))
        .returns(48, ResourceSummary::granularity)
        .returns(false, ResourceSummary::bookable);
  }

  @Test
  void aUnitOfAFacilityHasAnAmount() {
    assertThat(find("store/tape", TestSite.TOPOLOGY))
        .returns("tape", ResourceSummary::unit)
        .returns(500, ResourceSummary::capacity)
        .returns(TestSite.SELF, ResourceSummary::bar);
  }

  @Test
  void withoutAnAnswerTheHostsRemainWithoutLimits() {
    var silent = new NetworkTopology(null, List.of(), List.of(), List.of());
    assertThat(find("vis.ucl", silent))
        .returns(true, ResourceSummary::bookable)
        .returns(null, ResourceSummary::capacity);
  }
}
