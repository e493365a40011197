package org.touchpaper.bar.networkrm;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.FullSystemFixture;

/** In a service of its own, which calls the BAR over SOAP. */
class SeparateResourceManagerTest extends NetworkResourceManagerContract {

  SeparateResourceManagerTest(@TempDir Path data) {
    super(new FullSystemFixture(data, false));
  }
}
