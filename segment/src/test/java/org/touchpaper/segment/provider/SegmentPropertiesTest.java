package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SegmentPropertiesTest {

  /** What an element is busy with for a minute may be our own; and to give up is for good. */
  @Test
  void aCircuitIsNotGivenUpSoonerThanItsElementCanBeBusy() {
    var usual =
        new Binder(new MapConfigurationPropertySource())
            .bindOrCreate("touchpaper.segment", SegmentProperties.class);
    assertThat(usual.missingFor()).isGreaterThanOrEqualTo(usual.inDoubtFor());
    assertThat(usual.missingFor()).isGreaterThan(usual.auditEvery());
  }
}
