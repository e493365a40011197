package org.touchpaper.bar.networkrm;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.FullSystemFixture;

/** In the BAR, which it calls directly. */
class EmbeddedResourceManagerTest extends NetworkResourceManagerContract {

  EmbeddedResourceManagerTest(@TempDir Path data) {
    super(new FullSystemFixture(data, true));
  }
}
