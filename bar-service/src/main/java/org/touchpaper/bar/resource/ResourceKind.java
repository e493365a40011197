package org.touchpaper.bar.resource;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kinds of resources. */
public enum ResourceKind {
  /** A machine at which lightpaths end; its capacity is that of its access. */
  HOST,
  /** A machine with nodes. */
  CLUSTER,
  /** A link of the wide area, which lightpaths cross. */
  LINK,
  /** The network between two hosts. */
  LIGHTPATH,
  /** A unit of a store or an instrument. */
  UNITS;

  /** Its name in the API. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
