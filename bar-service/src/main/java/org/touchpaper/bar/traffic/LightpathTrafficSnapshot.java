package org.touchpaper.bar.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this broker's lightpaths carried at a moment.
 *
 * @param lightpaths those booked then; none if nothing was counted
 * @param missing why what was counted is not known; null if it is
 */
public record LightpathTrafficSnapshot(
    List<LightpathTrafficSample> lightpaths, @Nullable String missing) {

  public static final LightpathTrafficSnapshot NONE = new LightpathTrafficSnapshot(List.of(), null);

  public LightpathTrafficSnapshot {
    lightpaths = List.copyOf(lightpaths);
  }
}
